import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { StepDefinition } from '../../zaps/definition.ts';
import type { StepRecord } from '../../zaps/records.ts';
import type { ZapFile, ZapStep, ZapTrigger } from '../../zaps/zap-file.ts';
import type { AppInfo, KeptZap, PlaygroundState } from '../protocol.ts';
import { tell } from './api.ts';
import { AddStep, StepCard, stepTitle, Tested, TriggerCard, triggerTitle } from './cards.tsx';
import { unused, useAction } from './common.tsx';
import { Connect } from './connect.tsx';
import { forget, remember, remembered } from './kept.ts';
import { type Source, sourcesOf } from './mapping.tsx';

/** A Zap as it is being built: a trigger and steps may still be missing. */
export type Draft = {
  id: string | undefined;
  title: string;
  description: string;
  trigger: ZapTrigger | undefined;
  steps: ZapStep[];
  connectionId: string | undefined;
};

export const newDraft = (): Draft => ({
  id: undefined,
  title: '',
  description: '',
  trigger: undefined,
  steps: [],
  connectionId: undefined,
});

export const draftOf = (file: ZapFile, kept?: KeptZap): Draft => ({
  ...file,
  id: kept?.id,
  connectionId: kept?.connectionId,
});

/** The Zap as the runner takes it: what kind a step is shows in its keys. */
function fileOf({ title, description, trigger, steps }: Draft, untitled: string) {
  const plain = ({ kind: _kind, ...rest }: { kind: string }) => rest;
  return {
    title: title.trim() || untitled,
    description: description.trim() || 'Built in the playground.',
    trigger: trigger && plain(trigger),
    steps: steps.map(plain),
  };
}

type EditorProps = { runner: PlaygroundState; start: Draft; onDone: () => void };

/** Builds a Zap from the definition, as in Zapier's editor. */
export function Editor({ runner, start, onDone }: EditorProps) {
  const { app } = runner;
  const [draft, setDraft] = useState(start);
  const [tests, setTests] = useState<Record<string, StepRecord>>({});
  const [busy, run] = useAction();
  const connection =
    runner.connections.find(({ id }) => id === draft.connectionId) ?? runner.connections.at(-1);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const [keptAs, setKeptAs] = useState(start.id === undefined ? undefined : start.title);
  const taken = [...runner.zaps, ...remembered()].map(({ title }) => title);
  const untitled = unused('Untitled Zap', new Set(taken.filter((title) => title !== keptAs)), ' ');
  const body = { file: fileOf(draft, untitled), connectionId: connection?.id };
  const toDo = !connection
    ? 'Next: connect an account.'
    : !draft.trigger
      ? 'Next: choose what starts the Zap.'
      : draft.steps.length === 0
        ? 'Next: add a step.'
        : undefined;

  // What each place gave when it was tested, or else the sample of its definition.
  const given = [
    { place: 'trigger', title: triggerTitle(app, draft.trigger), step: draft.trigger },
    ...draft.steps.map((step, index) => ({
      place: nameOf(step, index),
      title: `${index + 1}. ${stepTitle(app, step)}`,
      step,
    })),
  ].map(({ place, title, step }) => {
    const { sample, outputFields } = givesOf(app, step);
    return { place, title, outputFields, output: tests[place]?.output ?? sample };
  });
  const outputs = Object.fromEntries(
    given.flatMap(({ place, output }, index) => [
      [place, output],
      // References may call a step by its number, too.
      ...(index > 0 ? [[String(index), output]] : []),
    ]),
  );
  const sourcesBefore = (index: number): Source[] =>
    given
      .slice(0, index + 1)
      .flatMap(({ place, title, output, outputFields }) => sourcesOf(output, place, title, outputFields));
  const test = (step: 'trigger' | number) =>
    run(async () => {
      const tested = step === 'trigger' ? undefined : draft.steps[step];
      const place = tested && step !== 'trigger' ? nameOf(tested, step) : 'trigger';
      // Only what comes before a step is tested with it, so steps that are not ready yet do no harm.
      const steps = body.file.steps.slice(0, step === 'trigger' ? 0 : step + 1);
      const file = {
        ...body.file,
        steps: steps.length > 0 ? steps : [{ filter: [{ value: '', condition: 'exists' }] }],
      };
      const record = await tell<StepRecord>('POST', '/test', { ...body, file, step, outputs });
      setTests((before) => ({ ...before, [place]: record }));
    });
  const keep = async () => {
    const kept = await (draft.id
      ? tell<KeptZap>('PUT', `/zaps/${draft.id}`, body)
      : tell<KeptZap>('POST', '/zaps', body));
    if (keptAs !== undefined) forget(keptAs);
    remember(kept.file);
    setKeptAs(kept.title);
    return kept;
  };

  return (
    <Stack mt="md" maw={760} mx="auto">
      <Group justify="space-between">
        <Button variant="subtle" onClick={onDone}>
          ← All Zaps
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => download(body.file)}>
            Save as JSON
          </Button>
          <Button
            variant="default"
            disabled={toDo !== undefined}
            loading={busy}
            onClick={async () => {
              if (await run(keep, 'The Zap is kept.')) onDone();
            }}
          >
            Keep
          </Button>
          <Button
            disabled={toDo !== undefined}
            loading={busy}
            onClick={async () => {
              const on = async () => {
                const { id } = await keep();
                change({ id });
                await tell('POST', `/zaps/${id}/on`);
              };
              if (await run(on, 'The Zap is on.')) onDone();
            }}
          >
            Turn on
          </Button>
        </Group>
      </Group>
      <Title order={2} size="h4">
        {draft.title || 'New Zap'}
      </Title>
      {toDo && <Text size="sm">{toDo}</Text>}
      <TextInput
        label="Title"
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Connect
        app={app}
        connections={runner.connections}
        chosen={connection}
        onChoose={(connectionId) => change({ connectionId })}
      />
      {connection && (
        <>
          <TriggerCard
            app={app}
            trigger={draft.trigger}
            connectionId={connection.id}
            onChange={(trigger) => {
              change({ trigger });
              // What another trigger gave says nothing about this one.
              if (trigger.kind === 'app' || keyOf(trigger) !== keyOf(draft.trigger)) setTests({});
            }}
          >
            <Tested
              record={tests['trigger']}
              busy={busy}
              label="Test the trigger"
              disabled={!draft.trigger}
              onTest={() => test('trigger')}
            />
          </TriggerCard>
          {draft.steps.map((step, index) => (
            <StepCard
              key={nameOf(step, index)}
              app={app}
              step={step}
              number={index + 1}
              sources={sourcesBefore(index)}
              connectionId={connection.id}
              onChange={(changed) => change({ steps: draft.steps.with(index, changed) })}
              onRemove={() => {
                change({ steps: draft.steps.toSpliced(index, 1) });
                setTests(({ [nameOf(step, index)]: _removed, ...others }) => others);
              }}
            >
              <Tested
                record={tests[nameOf(step, index)]}
                busy={busy}
                label={`Test step ${index + 1}`}
                onTest={() => test(index)}
              />
            </StepCard>
          ))}
          <AddStep
            app={app}
            steps={draft.steps}
            onAdd={(step) => change({ steps: [...draft.steps, step] })}
          />
        </>
      )}
    </Stack>
  );
}

const keyOf = (trigger: ZapTrigger | undefined) => (trigger?.kind === 'step' ? trigger.step : undefined);

/** How later steps call a step: by its id, which stays when others are removed, else by its number. */
const nameOf = (step: ZapStep, index: number): string => step.id ?? String(index + 1);

/** What a step gives by its definition; what it is to give, if it stands in for another app's. */
function givesOf(
  { definition }: AppInfo,
  step: ZapTrigger | ZapStep | undefined,
): Partial<Pick<StepDefinition['operation'], 'sample' | 'outputFields'>> {
  switch (step?.kind) {
    case 'step':
      return definition.triggers[step.step]?.operation ?? {};
    case 'action':
      return definition.creates[step.action]?.operation ?? {};
    case 'search':
      return definition.searches[step.search]?.operation ?? {};
    case 'app':
      return { sample: Array.isArray(step.gives) ? step.gives[0] : step.gives };
    default:
      return {};
  }
}

function download(file: object): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([`${JSON.stringify(file, undefined, 2)}\n`], { type: 'application/json' }),
  );
  link.download = 'zap.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
