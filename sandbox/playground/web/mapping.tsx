import { Button, Group, Input, Pill, PillsInput, Select } from '@mantine/core';
import { useId, useState } from 'react';
import type { Field } from '../../zaps/definition.ts';
import { inPlace } from './common.tsx';

/** Something that an earlier step gave, and that a later one can be filled with. */
export type Source = { path: string; name: string; example: string };

/** @returns everything within an output, by the path that references use and the labels of the output fields */
export function sourcesOf(
  output: unknown,
  path: string,
  name: string,
  fields: readonly (Field | string)[] = [],
): Source[] {
  if (output === undefined) return [];
  if (Array.isArray(output)) {
    const [first] = output;
    return isObject(first)
      ? sourcesOf(first, path, name, fields)
      : [{ path, name, example: output.join(', ') }];
  }
  if (!isObject(output)) return [{ path, name, example: String(output ?? '') }];
  return Object.entries(output).flatMap(([key, value]) => {
    const field = fields.find((each) => typeof each !== 'string' && each.key === key);
    const { label = inWords(key), children } = typeof field === 'object' ? field : {};
    return sourcesOf(value, `${path}.${key}`, `${name}: ${label}`, children);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const inWords = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Part = { kind: 'text' | 'reference'; text: string };

/** A text with references, in parts; there is always a text to type into at the end. */
function partsOf(template: string): Part[] {
  const parts = template
    .split(/(\{\{[^{}]*\}\})/)
    .map((part): Part => {
      const reference = /^\{\{([^{}]*)\}\}$/.exec(part)?.[1];
      return reference === undefined
        ? { kind: 'text', text: part }
        : { kind: 'reference', text: reference.trim() };
    })
    .filter(({ kind, text }) => kind === 'reference' || text !== '');
  return parts.at(-1)?.kind === 'text' ? parts : [...parts, { kind: 'text', text: '' }];
}

const templateOf = (parts: readonly Part[]): string =>
  parts.map(({ kind, text }) => (kind === 'text' ? text : `{{${text}}}`)).join('');

/** Takes what there is beside the buttons, and a line of its own where that is too little. */
export const widthOfField = { flex: '1 1 180px', minWidth: 0 };

type MappedProps = {
  label: string;
  description?: React.ReactNode;
  required?: boolean;
  value: string;
  sources: readonly Source[];
  onChange: (value: string) => void;
};

/** A field that takes typed text and, as pills, what earlier steps gave. */
export function MappedInput({ label, description, required = false, value, sources, onChange }: MappedProps) {
  const [mapping, setMapping] = useState(false);
  const id = useId();
  const parts = partsOf(value);
  const change = (index: number, part: Part | undefined) =>
    onChange(templateOf(part ? parts.with(index, part) : parts.toSpliced(index, 1)));
  const nameOf = (path: string) =>
    sources.find((source) => source.path === path)?.name ?? inWords(path.split('.').join(': '));
  return (
    <Input.Wrapper label={label} description={description} required={required} labelElement="div" id={id}>
      <Group gap="xs" align="flex-start" mt={description ? 5 : 0}>
        <PillsInput style={widthOfField}>
          <Pill.Group>
            {parts.map((part, index) =>
              part.kind === 'reference' ? (
                <Pill
                  key={inPlace(index)}
                  withRemoveButton
                  onRemove={() => change(index, undefined)}
                  removeButtonProps={{
                    'aria-label': `Remove ${nameOf(part.text)}`,
                    tabIndex: 0,
                    'aria-hidden': false,
                  }}
                >
                  {nameOf(part.text)}
                </Pill>
              ) : (
                <PillsInput.Field
                  key={inPlace(index)}
                  aria-label={index === 0 ? label : `${label}, continued`}
                  aria-required={required}
                  value={part.text}
                  onChange={(event) => change(index, { kind: 'text', text: event.currentTarget.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Backspace' || part.text !== '' || index === 0) return;
                    event.preventDefault();
                    change(index - 1, undefined);
                  }}
                />
              ),
            )}
          </Pill.Group>
        </PillsInput>
        {sources.length > 0 && (
          <Button
            variant="default"
            aria-label={`Map into ${label}`}
            aria-expanded={mapping}
            onClick={() => setMapping(!mapping)}
          >
            Map
          </Button>
        )}
      </Group>
      {mapping && (
        <Select
          mt={4}
          size="xs"
          searchable
          defaultDropdownOpened
          aria-label={`What to map into ${label}`}
          placeholder="Search what earlier steps gave"
          data={sources.map(({ path, name, example }) => ({
            value: path,
            label: example ? `${name} (${example.slice(0, 40)})` : name,
          }))}
          value={null}
          onChange={(path) => {
            if (path) onChange(templateOf([...parts, { kind: 'reference', text: path }]));
            setMapping(false);
          }}
        />
      )}
    </Input.Wrapper>
  );
}
