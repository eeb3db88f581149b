import { Checkbox, Group, NumberInput, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { FormField } from './actions.ts';
import { OrderLines } from './order-lines.tsx';
import type { Customer, Product } from './records.ts';
import { useList } from './use-list.ts';

type Props = { field: FormField; value: unknown; onChange: (value: unknown) => void };

/** One field of a form of the product. */
export function ActionField({ field, value, onChange }: Props) {
  const { kind, label, help, isRequired = false, options = [], least, most } = field;
  const shared = { label, required: isRequired, description: help };
  switch (kind) {
    case 'text':
      return (
        <TextInput
          {...shared}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'long':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          radius="lg"
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          thousandSeparator=","
          {...(least !== undefined && { min: least })}
          {...(most !== undefined && { max: most })}
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Radio.Group label={label} value={String(value ?? '')} onChange={onChange}>
          <Group gap="md" mt={4}>
            {options.map((option) => (
              <Radio key={option.value} {...option} />
            ))}
          </Group>
        </Radio.Group>
      );
    case 'scopes':
      return (
        <Checkbox.Group label={label} value={Array.isArray(value) ? value : []} onChange={onChange}>
          <Stack gap={6} mt={6}>
            {options.map((option) => (
              <Checkbox key={option.value} {...option} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case 'customer':
      return <CustomerSelect {...shared} value={value} onChange={onChange} />;
    case 'product':
      return <ProductSelect {...shared} value={value} onChange={onChange} />;
    case 'lines':
      return <OrderLines label={label} value={value} onChange={onChange} />;
  }
}

type SelectProps = {
  label: string;
  required: boolean;
  description: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
};

const identityOf = ({ external_system, external_id, id }: Customer) =>
  JSON.stringify(external_system === null ? { id } : { external_system, external_id });

function CustomerSelect({ value, onChange, ...shared }: SelectProps) {
  const customers = useList<Customer>('/customers').filter(({ is_active }) => is_active);
  return (
    <FirstChosen
      {...shared}
      value={value}
      onChange={onChange}
      data={customers.map((each) => ({ value: identityOf(each), label: each.name }))}
    />
  );
}

function ProductSelect({ value, onChange, ...shared }: SelectProps) {
  const products = useList<Product>('/products');
  return (
    <FirstChosen
      {...shared}
      value={value}
      onChange={onChange}
      data={products.map(({ sku, name }) => ({ value: sku, label: `${sku} · ${name}` }))}
    />
  );
}

type FirstChosenProps = SelectProps & { data: { value: string; label: string }[] };

/** A list of which the oldest is chosen until somebody chooses another, so that a form can be sent as it is. */
function FirstChosen({ data, value, onChange, ...shared }: FirstChosenProps) {
  const first = data.at(-1)?.value;
  const choose = useEffectEvent(onChange);
  useEffect(() => {
    if (value === undefined && first !== undefined) choose(first);
  }, [value, first]);
  return (
    <Select
      {...shared}
      searchable
      allowDeselect={false}
      data={data}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  );
}
