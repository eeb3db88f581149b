import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import fieldStyles from '../fields/field.module.css';
import { money } from '../model/format.ts';
import type { Line } from './actions.ts';
import type { Product } from './records.ts';
import { useList } from './use-list.ts';

type Props = { label: string; value: unknown; onChange: (lines: Line[]) => void };

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'sku' in value;

/** The products of an order, and how many of each. */
export function OrderLines({ label, value, onChange }: Props) {
  const products = useList<Product>('/products').filter(({ is_active }) => is_active);
  const lines = Array.isArray(value) ? value.filter(isLine) : [];
  const first = products.at(-1)?.sku;
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (value === undefined && first !== undefined) change([{ sku: first, quantity: 3 }]);
  }, [value, first]);
  const total = lines.reduce(
    (sum, { sku, quantity }) => sum + quantity * (products.find((each) => each.sku === sku)?.unit_price ?? 0),
    0,
  );
  return (
    <fieldset className={fieldStyles.rows}>
      <legend className={fieldStyles.label} style={{ padding: 0, marginBottom: 4 }}>
        {label}
      </legend>
      {lines.map((line, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
          key={index}
          className={fieldStyles.pair}
          style={{ gridTemplateColumns: 'minmax(0, 1fr) 84px 28px' }}
        >
          <Select
            aria-label={`Product ${index + 1}`}
            searchable
            allowDeselect={false}
            data={products.map(({ sku, name }) => ({ value: sku, label: `${sku} · ${name}` }))}
            value={line.sku}
            onChange={(sku) => sku && onChange(lines.with(index, { ...line, sku }))}
          />
          <NumberInput
            aria-label={`Quantity ${index + 1}`}
            min={1}
            value={line.quantity}
            onChange={(quantity) => onChange(lines.with(index, { ...line, quantity: Number(quantity) }))}
          />
          {lines.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              mt={6}
              aria-label={`Remove product ${index + 1}`}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={first === undefined}
          onClick={() => first && onChange([...lines, { sku: first, quantity: 1 }])}
        >
          Add a product
        </Button>
        <b style={{ fontVariantNumeric: 'tabular-nums' }}>{money(total, 'EUR')}</b>
      </div>
    </fieldset>
  );
}
