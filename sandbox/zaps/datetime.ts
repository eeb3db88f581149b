const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;
const UNIX = /^-?\d{10,14}$/;

/**
 * A date and time as Zapier hands it to an app: ISO 8601 in the Zap's time zone, to the second.
 * Takes ISO 8601 with or without time and zone, and Unix time in seconds or milliseconds. Zapier also
 * understands plain language ("tomorrow at noon"), which this does not: such text stays as it is.
 *
 * @param timezone IANA name
 */
export function coerceDateTime(text: string, timezone: string): string {
  const trimmed = text.trim();
  if (UNIX.test(trimmed)) {
    const seconds = trimmed.length <= 12;
    return format(Number(trimmed) * (seconds ? 1000 : 1), timezone);
  }
  const [, year, month, day, hour, minute = '00', second = '00', zone] = ISO.exec(trimmed) ?? [];
  // A date alone means nine in the morning to Zapier.
  const local = `${year}-${month}-${day}T${hour ?? '09'}:${minute}:${second}`;
  const asIfUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asIfUtc)) return text;
  if (zone) return format(Date.parse(local + zone.toUpperCase()), timezone);

  // The zone's offset depends on the instant, which depends on the offset: the second guess is right.
  const guess = asIfUtc - offsetOf(asIfUtc, timezone).ms;
  return format(asIfUtc - offsetOf(guess, timezone).ms, timezone);
}

function format(instant: number, timezone: string): string {
  const offset = offsetOf(instant, timezone);
  return new Date(instant + offset.ms).toISOString().slice(0, 19) + offset.text;
}

function offsetOf(instant: number, timezone: string): { ms: number; text: string } {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { ms: sign === '-' ? -ms : ms, text: `${sign}${hours}:${minutes}` };
}
