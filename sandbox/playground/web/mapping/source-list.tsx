import { Popover, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './mapped-text.module.css';
import { type SourceGroup, searchSources } from './sources.ts';

type Props = {
  label: string;
  /** Where it opens, in pixels within the field. */
  x: number;
  y: number;
  groups: readonly SourceGroup[];
  onChoose: (path: string) => void;
  onClose: () => void;
};

/** More than anybody reads; who wants another one searches. */
const mostShown = 200;

/** At once, and not a moment later as the popover would do it: who types on is searching already. */
const focus = (search: HTMLInputElement | null) => search?.focus({ preventScroll: true });

/** What earlier steps gave, to choose from: by label and by value. */
export function SourceList({ label, x, y, groups, onChoose, onClose }: Props) {
  const id = useId();
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  let room = mostShown;
  const found = searchSources(groups, words).flatMap((group) => {
    const sources = group.sources.slice(0, room);
    room -= sources.length;
    return sources.length > 0 ? [{ ...group, sources }] : [];
  });
  const paths = found.flatMap(({ sources }) => sources.map(({ path }) => path));
  const optionId = (path: string | undefined) => `${id}-${paths.indexOf(path ?? '')}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active option is scrolled to
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, words]);
  const move = (by: number) => setActive((at) => (at + by + paths.length) % Math.max(1, paths.length));
  return (
    <Popover
      opened
      width={380}
      trapFocus
      withRoles={false}
      position="bottom-start"
      onDismiss={onClose}
      shadow="md"
      radius="lg"
      withinPortal
    >
      <Popover.Target>
        <span style={{ position: 'absolute', left: x, top: y, width: 1, height: 1 }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" p={8} className={styles.list ?? ''} aria-label={label}>
        <TextInput
          ref={focus}
          data-autofocus
          role="combobox"
          aria-label="Search by label or value"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={paths[active] === undefined ? undefined : optionId(paths[active])}
          placeholder="Search by label or value"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={words}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            const path = paths[active];
            if (event.key === 'ArrowDown') move(1);
            else if (event.key === 'ArrowUp') move(-1);
            else if (event.key === 'Escape') onClose();
            else if (event.key === 'Enter' || event.key === 'Tab') {
              if (path !== undefined) onChoose(path);
            } else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.options}>
          {found.map(({ name, title, sources }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={name} role="group" aria-label={title}>
              <div className={styles.group} aria-hidden>
                {title}
              </div>
              {sources.map(({ path, label: own, example }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's
                // biome-ignore lint/a11y/useFocusableInteractive: as the pattern for a combobox has it
                <div
                  key={path}
                  id={optionId(path)}
                  role="option"
                  aria-selected={paths[active] === path}
                  className={styles.option}
                  onMouseMove={() => setActive(paths.indexOf(path))}
                  onClick={() => onChoose(path)}
                >
                  <span>{own}</span>
                  <span dir="auto">{example || 'empty'}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
        {paths.length === 0 && (
          <p className={styles.none} role="status">
            No step before gave anything with “{words}”.
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
