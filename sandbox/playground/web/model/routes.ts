// Where things are: every Zap, step, run and list of the product has an address of its own, behind the #.
export type StepTab = 'setup' | 'configure' | 'test';
export type RunTab = 'in' | 'out' | 'requests';

/** The router decodes what is no separator; encoded twice, a number such as `SO/2026 #1?%ß` comes through whole. */
const at = (...parts: string[]): string =>
  `/${parts.map((part) => encodeURIComponent(encodeURIComponent(part))).join('/')}`;

/** A part of an address as it was. */
export const partOf = (encoded: string): string => decodeURIComponent(encoded);

export const routes = {
  zaps: '/',
  zap: (id: string) => at('zaps', id),
  /** A step's panel; the trigger's place is "trigger". */
  step: (id: string, place: string, tab: StepTab = 'configure') => at('zaps', id, place, tab),
  /** Choosing what comes after a place. */
  addAfter: (id: string, place: string) => at('zaps', id, place, 'add'),
  versions: (id: string) => `${at('zaps', id)}/versions`,
  watch: (id: string) => at('watch', id),
  runs: '/runs',
  runsOf: (zap: string) => at('runs', 'of', zap),
  run: (id: string) => at('runs', id),
  runStep: (id: string, place: string, tab: RunTab = 'in') => at('runs', id, place, tab),
  product: (list: string) => at('product', list),
  record: (list: string, id: string) => at('product', list, id),
  trouble: '/trouble',
};
