import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { AppTile } from '../parts/app-tile.tsx';
import type { ChoiceGroup, PartChoice } from './choices.ts';
import styles from './panel.module.css';

type Props<Part> = {
  groups: readonly ChoiceGroup<Part>[];
  current?: string | undefined;
  onChoose: (choice: PartChoice<Part>) => void;
};

/** Triggers or steps to choose from, with a search over their names and descriptions. */
export function PartChooser<Part>({ groups, current, onChoose }: Props<Part>) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = groups
    .map(({ title, choices }) => ({
      title,
      choices: choices.filter((each) => `${each.title} ${each.about}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ choices }) => choices.length > 0);
  const [first] = found.flatMap(({ choices }) => choices);
  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Search"
        placeholder="Search"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && wanted && first && onChoose(first)}
      />
      {found.length === 0 && (
        <p className={styles.help} role="status">
          Nothing is called “{words}”.
        </p>
      )}
      {found.map(({ title, choices }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.sub}>{title}</h3>
          <ul className={styles.list}>
            {choices.map((choice) => (
              <li key={choice.id}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-current={choice.id === current ? 'true' : undefined}
                  onClick={() => onChoose(choice)}
                >
                  <AppTile kind={choice.kind} app={choice.app} size={28} />
                  <span className={styles.choiceWords}>
                    <b>{choice.title}</b>
                    <small>{choice.about}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
