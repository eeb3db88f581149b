/** Choices with labels, in the order given, for an input field with a fixed list of values. */
export function choicesOf<const T extends string>(labels: Readonly<Record<T, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value, label, sample: value }));
}
