import { Button, Modal } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';
import { ConnectForm } from './connect-form.tsx';
import styles from './start.module.css';

type Step = { title: string; says: string; isDone: boolean; button: ReactNode };

/** The story of the first minute: connect, pick a Zap, let something happen, watch. */
export function FirstMinute({ onTemplates }: { onTemplates: () => void }) {
  const { app, connections, zaps } = usePlayground();
  const [isConnecting, setConnecting] = useState(false);
  const [isBusy, run] = useAction();
  const [connection] = connections;
  const there = zaps.filter(({ deletedAt }) => !deletedAt);
  const on = there.find(({ isOn }) => isOn);
  const draft = there[0];
  const secret =
    app.definition.authentication?.fields.find(({ type }) => type === 'password')?.key ?? 'api_key';
  const steps: Step[] = [
    {
      title: `Connect ${app.name}`,
      says: connection?.label ?? 'The sandbox has a key that is ready.',
      isDone: connection !== undefined,
      button: (
        <>
          <ServerButton
            loading={isBusy}
            onClick={() => run(() => ask('POST', '/connections', { authData: { [secret]: app.readyKey } }))}
          >
            Connect
          </ServerButton>
          <Button variant="subtle" size="compact-sm" onClick={() => setConnecting(true)}>
            Use another key
          </Button>
        </>
      ),
    },
    {
      title: 'Pick a Zap',
      says: draft ? draft.title || 'Untitled Zap' : 'Or build your own from scratch.',
      isDone: draft !== undefined,
      button: <Button onClick={onTemplates}>Show templates</Button>,
    },
    {
      title: 'Publish it',
      says: on ? 'It is on.' : 'Look at its steps, then publish.',
      isDone: on !== undefined,
      button: draft && (
        <Button component={Link} href={routes.zap(draft.id)}>
          Open the Zap
        </Button>
      ),
    },
    {
      title: 'Let it run, and watch',
      says: 'Submit an order, and see what went in, what came out, and why.',
      isDone: false,
      button: on && (
        <Button component={Link} href={routes.watch(on.id)}>
          Watch it run
        </Button>
      ),
    },
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-minute">
      <h2 id="first-minute" className={styles.heading}>
        Watch an order become an invoice
      </h2>
      <p className={styles.lead}>
        Connect, pick a Zap, let something happen, and see every step it takes. About a minute.
      </p>
      <ol className={styles.steps}>
        {steps.map(({ title, says, isDone, button }, index) => (
          <li
            key={title}
            className={styles.card}
            data-now={index === now}
            data-done={isDone}
            aria-current={index === now ? 'step' : undefined}
          >
            <div className={styles.number}>
              {index + 1}
              {isDone ? (
                <Chip tone="ok">
                  <IconCheck size={13} stroke={2.5} aria-hidden />
                  Done
                </Chip>
              ) : (
                index === now && <span>Now</span>
              )}
            </div>
            <h3>{title}</h3>
            <p>{says}</p>
            {index === now && <div className={styles.do}>{button}</div>}
          </li>
        ))}
      </ol>
      <Modal opened={isConnecting} onClose={() => setConnecting(false)} title={`Connect ${app.name}`}>
        <ConnectForm onConnected={() => setConnecting(false)} />
      </Modal>
    </section>
  );
}
