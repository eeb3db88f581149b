// How values read: numbers, money, times and durations, as people write them.

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const number = (value: number): string => plain.format(value);

/** `1,197.00 €`; a currency without a sign of its own keeps its code. */
export function money(value: number, currency: string): string {
  let sign = currency;
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
    sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    // No code that the browser knows; it is shown as it is.
  }
  return `${cents.format(value)} ${sign}`;
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const clockToSeconds = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** "just now", "today, 9:41 AM", "yesterday, 9:41 AM", "Nov 8, 9:41 AM", "Nov 8, 2025, 9:41 AM". */
export function when(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const ago = now.getTime() - at.getTime();
  if (ago >= 0 && ago < 45_000) return 'just now';
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return `today, ${clock.format(at)}`;
  if (days === 1) return `yesterday, ${clock.format(at)}`;
  if (days === -1) return `tomorrow, ${clock.format(at)}`;
  return `${(at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at)}, ${clock.format(at)}`;
}

/** To the second, for what happens while somebody watches. */
export const clockTime = (iso: string): string => clockToSeconds.format(new Date(iso));

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** `34 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${number(Math.round(ms / 100) / 10)} s`;
}

/** "3 requests", "1 request", "no requests". */
export function count(many: number, noun: string, plural = `${noun}s`): string {
  return `${many === 0 ? 'no' : number(many)} ${many === 1 ? noun : plural}`;
}

/** `order_number` → "Order Number", as the labels of an app's fields are written. */
export function inWords(key: string): string {
  return key
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => acronyms[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const acronyms: Record<string, string> = {
  id: 'ID',
  sku: 'SKU',
  skus: 'SKUs',
  url: 'URL',
  api: 'API',
  qty: 'Quantity',
};

/** "a, b and c". */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(words);
