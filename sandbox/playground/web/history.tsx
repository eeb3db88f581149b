import { Badge, Button, Card, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { RunRecord, StepRecord } from '../../zaps/records.ts';
import { tell } from './api.ts';
import { inPlace, Json, Problem, Status, useAction, when } from './common.tsx';

const replayable = ['halted', 'held', 'stopped'];

/** The runs, newest first; however many there are, only those in sight are drawn. */
export function History({ runs }: { runs: readonly RunRecord[] }) {
  const [chosen, setChosen] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const newestFirst = runs.toReversed();
  const rows = useVirtualizer({
    count: newestFirst.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    getItemKey: (index) => newestFirst[index]?.id ?? index,
    overscan: 8,
  });
  const run = runs.find(({ id }) => id === chosen);
  if (runs.length === 0) {
    return (
      <Text c="dimmed" mt="md">
        No run yet. Turn a Zap on, then let something happen in the product.
      </Text>
    );
  }
  return (
    <Stack mt="md">
      <Title order={2} size="h4">
        {runs.length} {runs.length === 1 ? 'run' : 'runs'}
      </Title>
      <Group align="flex-start" wrap="wrap">
        <div
          ref={scroller}
          style={{
            flex: '1 1 320px',
            minWidth: 0,
            height: `min(70vh, ${rows.getTotalSize()}px)`,
            overflowY: 'auto',
          }}
        >
          <ul
            aria-label="Runs"
            style={{
              height: rows.getTotalSize(),
              position: 'relative',
              margin: 0,
              padding: 0,
              listStyle: 'none',
            }}
          >
            {rows.getVirtualItems().map(({ index, key, start }) => {
              const each = newestFirst[index];
              if (!each) return null;
              return (
                <li
                  key={key}
                  style={{
                    position: 'absolute',
                    insetInline: 0,
                    height: 60,
                    transform: `translateY(${start}px)`,
                  }}
                >
                  <UnstyledButton
                    w="100%"
                    p="xs"
                    aria-pressed={each.id === chosen}
                    onClick={() => setChosen(each.id)}
                    style={{
                      borderRadius: 8,
                      border: `1px solid ${each.id === chosen ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-default-border)'}`,
                    }}
                  >
                    <Group justify="space-between" wrap="nowrap">
                      <div style={{ minWidth: 0 }}>
                        <Text size="sm" truncate>
                          {each.zapTitle}
                        </Text>
                        <Text size="xs" c="dimmed">
                          {when(each.startedAt)} · {each.requests}{' '}
                          {each.requests === 1 ? 'request' : 'requests'}
                        </Text>
                      </div>
                      <Status of={each.status} />
                    </Group>
                  </UnstyledButton>
                </li>
              );
            })}
          </ul>
        </div>
        <div style={{ flex: '2 1 420px', minWidth: 0 }}>
          {run ? <Run key={run.id} run={run} /> : <Text c="dimmed">Choose a run to see its steps.</Text>}
        </div>
      </Group>
    </Stack>
  );
}

function Run({ run }: { run: RunRecord }) {
  const [busy, act] = useAction();
  const article = useRef<HTMLDivElement>(null);
  // Where the page is narrow, it stands below the list.
  useEffect(() => {
    const { top = 0 } = article.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight / 2) article.current?.scrollIntoView();
  }, []);
  return (
    <Stack
      ref={article}
      component="article"
      aria-label={`Run of ${run.zapTitle}`}
      style={{ scrollMarginTop: 72 }}
    >
      <Group justify="space-between">
        <Title order={3} size="h5">
          {run.zapTitle}
        </Title>
        {replayable.includes(run.status) && (
          <Button size="xs" loading={busy} onClick={() => act(() => tell('POST', `/runs/${run.id}/replay`))}>
            Replay
          </Button>
        )}
      </Group>
      {run.status !== 'success' && <Problem message={run.message} />}
      {run.retryAt && <Text size="sm">It is tried again at {when(run.retryAt)}.</Text>}
      {run.steps.map((step, index) => (
        <Step key={inPlace(index)} step={step} {...(index > 0 && { number: index })} />
      ))}
    </Stack>
  );
}

/** What went into a step and came out, and the requests that it made. */
export function Step({ step, number }: { step: StepRecord; number?: number }) {
  return (
    <Card withBorder>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>
            {number !== undefined && `${number}. `}
            {step.app ? `${step.app}: ` : ''}
            {step.title}
          </Text>
          <Status of={step.status} />
        </Group>
        {step.status !== 'success' && <Problem message={step.message} />}
        {step.kind !== 'trigger' && <Json label="In" value={step.input} />}
        {step.output !== null && <Json label="Out" value={step.output} />}
        {step.requests.map(({ method, path, status, durationMs }, index) => (
          <Group key={inPlace(index)} gap="xs" wrap="nowrap">
            <Badge variant="default" size="sm">
              {method}
            </Badge>
            <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {path} (X-API-Key: sk_…)
            </Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {status ?? 'no answer'} · {Math.round(durationMs)} ms
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
