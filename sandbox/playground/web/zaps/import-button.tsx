import { List, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ZapDetail } from '../../protocol.ts';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { ask, Refusal, sentenceOf } from '../server/requests.ts';
import { usePlayground } from '../server/use-state.ts';

type Broken = { name: string; says: string; sentences: string[] };

/** Takes a Zap from a file; a broken one is told with what is wrong, and where. */
export function ImportButton() {
  const { connections } = usePlayground();
  const input = useRef<HTMLInputElement>(null);
  const [, go] = useLocation();
  const [broken, setBroken] = useState<Broken>();
  const take = async (file: File) => {
    try {
      const connectionId = connections.find(({ expired }) => !expired)?.id ?? null;
      const body = { name: file.name, content: await file.text(), connectionId };
      const { zap } = await ask<ZapDetail>('POST', '/zaps/import', body);
      go(routes.zap(zap.id));
    } catch (error) {
      const problems = error instanceof Refusal ? error.problems : [];
      setBroken({
        name: file.name,
        says: sentenceOf(error),
        sentences: problems.map(({ sentence }) => sentence),
      });
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of a Zap"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void take(file);
          currentTarget.value = '';
        }}
      />
      <ServerButton variant="default" onClick={() => input.current?.click()}>
        Import
      </ServerButton>
      <Modal
        opened={broken !== undefined}
        onClose={() => setBroken(undefined)}
        title={`${broken?.name} is not a Zap`}
      >
        {broken && broken.sentences.length > 0 ? (
          <List>
            {broken.sentences.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        ) : (
          <p>{broken?.says}</p>
        )}
      </Modal>
    </>
  );
}
