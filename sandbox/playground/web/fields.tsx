import {
  Alert,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { Field } from '../../zaps/definition.ts';
import type { Choice } from '../protocol.ts';
import { tell } from './api.ts';
import { inPlace } from './common.tsx';
import { MappedInput, type Source, widthOfField } from './mapping.tsx';

const Markdown = lazy(() => import('react-markdown'));

/** What is filled in, by the fields' keys. */
export type Values = Record<string, unknown>;

type FieldsProps = {
  fields: readonly Field[];
  values: Values;
  sources: readonly Source[];
  connectionId: string;
  onChange: (values: Values) => void;
};

/** What a form begins with. */
export const defaultsOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ key, default: value }) => (value === undefined ? [] : [[key, value]])),
  );

/** The form that a definition describes. */
export function Fields({ fields, values, sources, connectionId, onChange }: FieldsProps) {
  return fields.map((field) => (
    <OneField
      key={field.key}
      field={field}
      value={values[field.key]}
      sources={sources}
      connectionId={connectionId}
      onChange={(value) => {
        const { [field.key]: _old, ...others } = values;
        onChange(isBlank(value) ? others : { ...others, [field.key]: value });
      }}
    />
  ));
}

const isBlank = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0);

type FieldProps = {
  field: Field;
  value: unknown;
  sources: readonly Source[];
  connectionId: string;
  onChange: (value: unknown) => void;
};

function OneField(props: FieldProps) {
  const { field } = props;
  if (field.type === 'copy') return <Alert variant="light">{help(field)}</Alert>;
  if (field.children) return <LineItems {...props} rowFields={field.children} />;
  if (field.dict) return <Pairs {...props} />;
  if (field.list) return <List {...props} />;
  if (field.choices) return <Choose {...props} options={optionsOf(field)} />;
  // Another account has other choices.
  if (field.dynamic) return <Dropdown key={props.connectionId} {...props} dynamic={field.dynamic} />;
  if (field.type === 'boolean') return <Choose {...props} options={yesOrNo} />;
  return <Mapped {...props} />;
}

const yesOrNo: Choice[] = [
  { id: 'true', label: 'Yes' },
  { id: 'false', label: 'No' },
];

function optionsOf({ choices = [] }: Field): Choice[] {
  if (!Array.isArray(choices)) return Object.entries(choices).map(([id, label]) => ({ id, label }));
  return choices.map((each) =>
    typeof each === 'string' ? { id: each, label: each } : { id: each.value, label: each.label },
  );
}

/** The help text, as Markdown. */
export function help({ helpText }: Pick<Field, 'helpText'>): ReactNode {
  if (!helpText) return undefined;
  return (
    <Suspense fallback={helpText}>
      <Markdown components={{ p: ({ children }) => <>{children} </> }}>{helpText}</Markdown>
    </Suspense>
  );
}

const labelOf = ({ label, key }: Field): string => label ?? key;

function Mapped({ field, value, sources, onChange }: FieldProps) {
  return (
    <MappedInput
      label={labelOf(field)}
      description={help(field)}
      required={field.required ?? false}
      value={typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)}
      sources={sources}
      onChange={onChange}
    />
  );
}

const isMapped = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

const toOption = ({ id, label }: Choice) => ({ value: id, label });

/**
 * One of several, or a value that is typed or mapped.
 * @param late whether there will be more options than are there yet
 */
function Choose({
  options,
  more,
  late = false,
  ...props
}: FieldProps & { options: Choice[]; more?: ReactNode; late?: boolean }) {
  const { field, value, onChange } = props;
  const isListed = value === undefined || options.some(({ id }) => id === String(value));
  const [typing, setTyping] = useState(isMapped(value) || (!isListed && !late));
  const shown =
    isListed || value === undefined ? options : [...options, { id: String(value), label: String(value) }];
  return (
    <Group align="flex-end" gap="xs">
      <div style={widthOfField}>
        {typing ? (
          <Mapped {...props} />
        ) : (
          <Select
            label={labelOf(field)}
            description={help(field)}
            withAsterisk={field.required ?? false}
            data={shown.map(toOption)}
            value={value === undefined ? null : String(value)}
            searchable
            clearable={!field.required}
            clearButtonProps={{ 'aria-label': `Empty ${labelOf(field)}` }}
            onChange={onChange}
          />
        )}
      </div>
      {!typing && more}
      <Button
        variant="default"
        aria-label={typing ? `Choose ${labelOf(field)} from a list` : `Type or map ${labelOf(field)}`}
        onClick={() => setTyping(!typing)}
      >
        {typing ? 'Choose' : 'Type or map'}
      </Button>
    </Group>
  );
}

/** A dropdown that the app feeds page by page. */
function Dropdown({ dynamic, ...props }: FieldProps & { dynamic: string }) {
  const { connectionId, field } = props;
  const [loaded, setLoaded] = useState<{ options: Choice[]; pages: number; ended: boolean }>({
    options: [],
    pages: 0,
    ended: false,
  });
  const [problem, setProblem] = useState<string>();
  const load = useCallback(
    async (page: number) => {
      setProblem(undefined);
      try {
        const found = await tell<Choice[]>('POST', '/choices', { connectionId, dynamic, page });
        setLoaded(({ options }) => ({
          options: [...options, ...found],
          pages: page + 1,
          ended: found.length === 0,
        }));
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    },
    [connectionId, dynamic],
  );
  useEffect(() => {
    load(0);
  }, [load]);
  const unique = [...new Map(loaded.options.map((each) => [each.id, each])).values()];
  return (
    <>
      <Choose
        {...props}
        options={unique}
        late
        more={
          !loaded.ended && (
            <Button
              variant="default"
              aria-label={`More choices for ${labelOf(field)}`}
              onClick={() => load(loaded.pages)}
            >
              {problem ? 'Try again' : 'More'}
            </Button>
          )
        }
      />
      {problem && (
        <Alert color="red" variant="light">
          {problem}
        </Alert>
      )}
    </>
  );
}

function List({ field, value, onChange }: FieldProps) {
  const values = Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
  const shared = {
    label: labelOf(field),
    description: help(field),
    withAsterisk: field.required ?? false,
    value: values,
    onChange,
  };
  return field.choices ? (
    <MultiSelect {...shared} data={optionsOf(field).map(toOption)} />
  ) : (
    <TagsInput {...shared} />
  );
}

function isRow(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rows of fields. One row that maps lists stands for as many rows as they have. */
function LineItems({
  field,
  value,
  sources,
  connectionId,
  onChange,
  rowFields,
}: FieldProps & { rowFields: readonly Field[] }) {
  const rows = Array.isArray(value) ? value.filter(isRow) : isRow(value) ? [value] : [{}];
  const save = (next: Values[]) => onChange(next.length === 1 ? next[0] : next);
  return (
    <Fieldset legend={`${labelOf(field)}${field.required ? ' *' : ''}`}>
      <Stack>
        {help(field)}
        {rows.map((row, index) => (
          <Fieldset key={inPlace(index)} legend={`Row ${index + 1}`} variant="filled">
            <Stack gap="xs">
              <Fields
                fields={rowFields}
                values={row}
                sources={sources}
                connectionId={connectionId}
                onChange={(changed) => save(rows.with(index, changed))}
              />
              {rows.length > 1 && (
                <Button size="xs" variant="default" onClick={() => save(rows.toSpliced(index, 1))}>
                  Remove row {index + 1}
                </Button>
              )}
            </Stack>
          </Fieldset>
        ))}
        <Button variant="default" size="xs" onClick={() => save([...rows, {}])}>
          Add a row
        </Button>
      </Stack>
    </Fieldset>
  );
}

/** Pairs of a name and a value. */
function Pairs({ field, value, sources, onChange }: FieldProps) {
  const [pairs, setPairs] = useState(() =>
    Object.entries(isRow(value) ? value : {}).map(([name, each]): [string, string] => [name, String(each)]),
  );
  const save = (next: [string, string][]) => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  return (
    <Fieldset legend={labelOf(field)}>
      <Stack gap="xs">
        {help(field)}
        {pairs.map(([name, each], index) => (
          <Group key={inPlace(index)} align="flex-start">
            <TextInput
              label={`Name ${index + 1}`}
              value={name}
              onChange={(event) => save(pairs.with(index, [event.currentTarget.value, each]))}
            />
            <div style={widthOfField}>
              <MappedInput
                label={`Value ${index + 1}`}
                value={each}
                sources={sources}
                onChange={(changed) => save(pairs.with(index, [name, changed]))}
              />
            </div>
          </Group>
        ))}
        <Button variant="default" size="xs" onClick={() => save([...pairs, ['', '']])}>
          Add a pair
        </Button>
      </Stack>
    </Fieldset>
  );
}
