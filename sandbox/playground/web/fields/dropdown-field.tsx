import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { Choice } from '../../protocol.ts';
import { ask, sentenceOf } from '../server/requests.ts';
import { ChoiceField } from './choice-field.tsx';
import styles from './field.module.css';
import { type FieldProps, useForm } from './form-context.ts';
import { labelOf } from './values.ts';

type Loaded = { options: Choice[]; pages: number; hasEnded: boolean };

/** A dropdown that the app feeds, a page at a time. */
export function DropdownField({ dynamic, ...props }: FieldProps & { dynamic: string }) {
  const { connectionId } = useForm();
  const [loaded, setLoaded] = useState<Loaded>({ options: [], pages: 0, hasEnded: false });
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const load = useCallback(
    async (page: number) => {
      if (!connectionId) return;
      setLoading(true);
      setProblem(undefined);
      try {
        const found = await ask<Choice[]>('POST', '/choices', { connectionId, dynamic, page });
        setLoaded(({ options }) => {
          const all = page === 0 ? found : [...options, ...found];
          const unique = [...new Map(all.map((each) => [each.id, each])).values()];
          return {
            options: unique,
            pages: page + 1,
            hasEnded: found.length === 0 || unique.length === options.length,
          };
        });
      } catch (error) {
        setProblem(sentenceOf(error));
      } finally {
        setLoading(false);
      }
    },
    [connectionId, dynamic],
  );
  // Another account has other choices.
  useEffect(() => {
    void load(0);
  }, [load]);
  const more = problem !== undefined || (loaded.pages > 0 && !loaded.hasEnded);
  return (
    <ChoiceField
      {...props}
      options={loaded.options}
      isLoading={isLoading}
      more={
        <>
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          {more && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              c="dimmed"
              style={{ alignSelf: 'start' }}
              loading={isLoading}
              aria-label={`${problem ? 'Try again for' : 'More choices for'} ${labelOf(props.field)}`}
              onClick={() => load(problem ? Math.max(0, loaded.pages) : loaded.pages)}
            >
              {problem ? 'Try again' : 'More choices'}
            </Button>
          )}
        </>
      }
    />
  );
}
