import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** How long the light takes from one step to the next, in milliseconds; as in tokens.css. */
const stepMs = 300;

/** Runs that somebody waited for; they are played when they are opened. */
const awaited = new Set<string>();

export const awaitRun = (id: string): unknown => awaited.add(id);

export type Playback = {
  /** How many steps the light has reached. */
  at: number;
  isPlaying: boolean;
  play: () => void;
  /** Goes to a step, and stops there. */
  to: (at: number) => void;
};

/** @param steps how many the run has reached so far; more may come while it is played */
export function usePlayback(id: string, steps: number): Playback {
  const isStill = useReducedMotion();
  const [state, setState] = useState(() => begin(id));
  const { at, isPlaying } = state.id === id ? state : begin(id);
  useEffect(() => {
    if (!isPlaying || at >= steps) return;
    const timer = setTimeout(() => setState({ id, at: at + 1, isPlaying: true }), isStill ? 0 : stepMs);
    return () => clearTimeout(timer);
  }, [id, at, isPlaying, steps, isStill]);
  return {
    at: Math.min(at, steps),
    isPlaying: isPlaying && at < steps,
    play: () => setState({ id, at: 1, isPlaying: true }),
    to: (next) => setState({ id, at: next, isPlaying: false }),
  };
}

function begin(id: string) {
  const isAwaited = awaited.has(id);
  return { id, at: isAwaited ? 1 : Number.POSITIVE_INFINITY, isPlaying: isAwaited };
}
