// The Zaps that were built in this browser: they outlive the playground, which only holds those of its own time.
import type { ZapFile } from '../../zaps/zap-file.ts';

const place = 'zaps';

/** @returns the Zaps that were kept in this browser, the latest first */
export function remembered(): ZapFile[] {
  return JSON.parse(localStorage.getItem(place) ?? '[]');
}

/** Keeps a Zap in this browser, in place of one with the same title. */
export function remember(file: ZapFile): void {
  save([file, ...others(file.title)]);
}

export function forget(title: string): void {
  save(others(title));
}

const others = (title: string) => remembered().filter((each) => each.title !== title);

const save = (files: ZapFile[]) => localStorage.setItem(place, JSON.stringify(files));
