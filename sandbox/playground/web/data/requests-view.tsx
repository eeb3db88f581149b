import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiRequest } from '../../../zaps/records.ts';
import { duration } from '../model/format.ts';
import { Chip } from '../parts/status-chip.tsx';
import dataStyles from './record-view.module.css';
import styles from './requests-view.module.css';

/** The requests that a step made: method, path, answer and time; headers and bodies one click further. */
export function RequestsView({ requests }: { requests: readonly ApiRequest[] }) {
  if (requests.length === 0) return <p className={dataStyles.nothing}>It made no request.</p>;
  return (
    <ul className={styles.list} aria-label="Requests">
      {requests.map((request, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requests have nothing but their place
        <Request key={index} request={request} />
      ))}
    </ul>
  );
}

const toneOf = (status: number | null) =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'ok';

function Request({ request }: { request: ApiRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { method, path, status, durationMs } = request;
  return (
    <li className={styles.request}>
      <UnstyledButton className={styles.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} aria-hidden className={dataStyles.chevron} data-open={isOpen} />
        <span className={styles.verb}>{method}</span>
        <span className={styles.path}>{path}</span>
        <Chip tone={toneOf(status)}>{status ?? 'No answer'}</Chip>
        <span className={styles.time}>{duration(durationMs)}</span>
      </UnstyledButton>
      {isOpen && (
        <div className={styles.more}>
          <Side name="Request" headers={request.requestHeaders} body={request.requestBody} />
          <Side name="Response" headers={request.responseHeaders} body={request.responseBody} />
        </div>
      )}
    </li>
  );
}

type SideProps = { name: string; headers: Record<string, string>; body: string | null };

function Side({ name, headers, body }: SideProps) {
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
  return (
    <section aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className={dataStyles.json} tabIndex={0}>
        {[...lines, ...(body ? ['', readable(body)] : [])].join('\n') || 'Nothing'}
      </pre>
    </section>
  );
}

/** JSON in lines; anything else, also what was cut, as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
