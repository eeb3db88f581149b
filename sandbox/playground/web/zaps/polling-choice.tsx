import { Select } from '@mantine/core';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';

const usual = [5, 15, 60, 300];

const inWords = (seconds: number) =>
  seconds % 60 === 0
    ? seconds === 60
      ? 'every minute'
      : `every ${seconds / 60} minutes`
    : `every ${seconds} seconds`;

/** How often polling Zaps look for something new. */
export function PollingChoice() {
  const { everySeconds } = usePlayground();
  const [, run] = useAction();
  const choices = [...new Set([...usual, ...(everySeconds === null ? [] : [everySeconds])])].sort(
    (a, b) => a - b,
  );
  return (
    <Select
      aria-label="Polling Zaps poll"
      size="xs"
      w={200}
      allowDeselect={false}
      data={[
        ...choices.map((seconds) => ({ value: String(seconds), label: `Poll ${inWords(seconds)}` })),
        { value: 'never', label: 'Poll only by hand' },
      ]}
      value={everySeconds === null ? 'never' : String(everySeconds)}
      onChange={(chosen) =>
        run(() => ask('PUT', '/polling', { everySeconds: chosen === 'never' ? null : Number(chosen) }))
      }
    />
  );
}
