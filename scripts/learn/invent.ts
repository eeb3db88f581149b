// Fields, and a sample of made-up values, for what records look like. A value depends on its field's name and kind.
import type { Field } from '../publish/definition.ts';
import type { LearnedField, LearnedStep } from './learned.ts';
import { isPlain, isRecord, type Plain, type Rec, type Shape, shapeOf } from './shape.ts';

type Fields = ReadonlyMap<string, Shape>;

/**
 * What a step gives, made from the shape of its records.
 * @param documented the step's output fields, whose labels and types stay
 * @param sample the step's own, whose values are taken where they are of the kind that was found
 */
export function invent(fields: Fields, documented: readonly Field[], sample: Rec): LearnedStep {
  return {
    fields: outputFields(fields, documented, []),
    sample: inventRecord(fields, documented, sample, []),
  };
}

function outputFields(
  fields: Fields,
  documented: readonly Field[],
  path: readonly string[],
  depth = 0,
): LearnedField[] {
  return [...fields].flatMap(([name, shape]) => {
    const at = [...path, name];
    const key = at.join('__');
    const known = documented.find((field) => field.key === key);
    const label = known?.label ?? titleOf(at);
    if (known?.dict) return [{ key, label, dict: true as const }];
    switch (shape.kind) {
      case 'object':
        return outputFields(shape.fields, documented, at, depth);
      case 'rows':
        // Zapier knows line items, but none within line items.
        return depth > 0
          ? []
          : [{ key, label, children: outputFields(shape.fields, known?.children ?? [], [], depth + 1) }];
      case 'dictionary':
        return [{ key, label, dict: true as const }];
      case 'empty list':
        return [];
      default: {
        const plain = shape.kind === 'list' ? shape.item : shape;
        const type = typeOf(known, isPlain(plain) ? plain.kind : 'text');
        return [{ key, label, ...(type && { type }) }];
      }
    }
  });
}

/** Numbers are `number` unless a document says that they are whole: what is 12 today may be 12.5 tomorrow. */
function typeOf(known: Field | undefined, kind: Plain): LearnedField['type'] {
  if (known?.type === 'integer' && kind === 'whole') return 'integer';
  switch (kind) {
    case 'nothing':
      return documentedType(known);
    case 'boolean':
      return 'boolean';
    case 'whole':
    case 'number':
      return 'number';
    case 'moment':
    case 'day':
      return !known || known.type === 'datetime' ? 'datetime' : 'string';
    default:
      return 'string';
  }
}

function documentedType(known: Field | undefined): LearnedField['type'] {
  const types = ['string', 'number', 'integer', 'boolean', 'datetime'] as const;
  return types.find((type) => type === known?.type);
}

/** A label for a path: “Customer Name” for `customer`, `name`. */
export function titleOf(path: readonly string[]): string {
  const words = path
    .join(' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean)
    .map((word) =>
      /^(id|sku|url|vat|gps|uuid)$/i.test(word)
        ? word.toUpperCase()
        : word.charAt(0).toUpperCase() + word.slice(1),
    );
  return words.join(' ') || path.join('__');
}

function inventRecord(
  fields: Fields,
  documented: readonly Field[],
  sample: Rec,
  path: readonly string[],
): Rec {
  return Object.fromEntries(
    [...fields].flatMap(([name, shape]) => {
      const at = [...path, name];
      const known = documented.find(({ key }) => key === at.join('__'));
      const value = inventValue(shape, known, documented, sample[name], at);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function inventValue(
  shape: Shape,
  known: Field | undefined,
  documented: readonly Field[],
  kept: unknown,
  path: readonly string[],
): unknown {
  if (known?.dict || shape.kind === 'dictionary') return isRecord(kept) ? kept : { segment: 'retail' };
  switch (shape.kind) {
    case 'object':
      return inventRecord(shape.fields, documented, isRecord(kept) ? kept : {}, path);
    case 'rows': {
      const [row] = Array.isArray(kept) ? kept : [];
      return [inventRecord(shape.fields, known?.children ?? [], isRecord(row) ? row : {}, [])];
    }
    case 'list':
      return [inventValue(shape.item, undefined, [], Array.isArray(kept) ? kept[0] : undefined, path)];
    case 'empty list':
      return undefined;
    case 'nothing':
      return kept ?? null;
    default:
      return isOfKind(kept, shape.kind) ? kept : madeUp(shape.kind, path);
  }
}

function isOfKind(kept: unknown, kind: Plain): boolean {
  const own = shapeOf(kept).kind;
  if (kind === 'text') return typeof kept === 'string';
  return own === kind || (kind === 'number' && own === 'whole');
}

function madeUp(kind: Plain, path: readonly string[]): unknown {
  const name = (path.at(-1) ?? '').replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const around = path.join('_').toLowerCase();
  switch (kind) {
    case 'boolean':
      return true;
    case 'whole':
      return wholes.find(([form]) => form.test(name))?.[1] ?? 12;
    case 'number':
      return numbers.find(([form]) => form.test(name))?.[1] ?? 12.5;
    case 'decimal':
      return '12.50';
    case 'email':
      return 'maria.huber@example.com';
    case 'link':
      return 'https://example.com/sample';
    case 'uuid':
      return '00000000-0000-4000-8000-000000000042';
    case 'moment':
    case 'local moment': // Samples that Zapier accepts have a zone.
      return '2026-01-15T09:30:00Z';
    case 'day':
      return '2026-01-15';
    default:
      return texts.find(([form]) => form.test(name) || form.test(around))?.[1] ?? `Sample ${titleOf([name])}`;
  }
}

const wholes: readonly [RegExp, number][] = [
  [/(^|_)id$/, 1042],
  [/(_at|timestamp)$/, 1_768_469_400],
  [/quantity|qty|count/, 3],
  [/price|total|amount|sum|cents/, 249],
];

const numbers: readonly [RegExp, number][] = [
  [/^lat/, 47.2654],
  [/^(lng|lon)/, 11.3928],
  [/price|total|amount|sum/, 249.5],
];

const texts: readonly [RegExp, string][] = [
  [/^sku$/, 'TENT-2P-GRN'],
  [/^order_number$/, 'SO-2026-0042'],
  [/^external_system$/, 'hubspot'],
  [/^external_id$/, '20817'],
  [/first_?name/, 'Maria'],
  [/last_?name|surname/, 'Huber'],
  [/e?mail$/, 'maria.huber@example.com'],
  [/phone|mobile|fax/, '+43 512 555 0142'],
  [/street|address/, 'Maria-Theresien-Straße 12'],
  [/city|town/, 'Innsbruck'],
  [/province|state$|region/, 'Tyrol'],
  [/postal|zip/, '6020'],
  [/country/, 'Austria'],
  [/currency/, 'EUR'],
  [/note|comment|remark|message/, 'A sample note'],
  [/(rep|user|owner|agent|person|contact|employee|author|by)(_name)?$/, 'Maria Huber'],
  [/(customer|company|account|store|client)(_name)?$/, 'Alpine Sports Innsbruck'],
  [/(product|item|line|article)s?(_name)?$/, 'Two-Person Tent'],
  [/(^|_)(id|number|code|ref|reference)$/, 'A-1042'],
];
