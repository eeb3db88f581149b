import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { StandInNames } from '../fields/stand-in-form.tsx';
import { appOf, definitionOf, kindOf, type Part, titleOf } from '../model/steps.ts';
import { AppTile } from '../parts/app-tile.tsx';
import { usePlayground } from '../server/use-state.ts';
import { AccountChoice } from './account-choice.tsx';
import type { ChoiceGroup } from './choices.ts';
import styles from './panel.module.css';
import { PartChooser } from './part-chooser.tsx';

type Props = {
  part: Part;
  groups: readonly ChoiceGroup<Part>[];
  connectionId: string | null;
  onChoose: (make: ChoiceGroup<Part>['choices'][number]['make']) => void;
  onChange: (part: Part, kind: string) => void;
  onAccount: (id: string) => void;
};

/** What a trigger or step is: what it does, for which account, and what it is called. */
export function SetupTab({ part, groups, connectionId, onChoose, onChange, onAccount }: Props) {
  const { app } = usePlayground();
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing) {
    return (
      <PartChooser
        groups={groups}
        onChoose={({ make }) => {
          onChoose(make);
          setChoosing(false);
        }}
      />
    );
  }
  const { name: _name, ...unnamed } = part;
  const label = titleOf(app, unnamed);
  return (
    <>
      <div className={styles.choice} style={{ cursor: 'default', background: 'var(--bg)' }}>
        <AppTile kind={kindOf(app, part)} app={appOf(part)} size={28} />
        <span className={styles.choiceWords}>
          <b>{label}</b>
          <small>{definitionOf(app, part)?.display.description ?? appOf(part) ?? 'Zapier’s own tool'}</small>
        </span>
        <Button variant="default" size="compact-sm" onClick={() => setChoosing(true)}>
          Change
        </Button>
      </div>
      {part.kind === 'app' && <StandInNames step={part} onChange={onChange} />}
      <TextInput
        label="Name"
        description="How it is called in this Zap. Leave empty for its own name."
        placeholder={label}
        value={part.name ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? unnamed : { ...unnamed, name: value }, 'name')
        }
      />
      {part.kind !== 'app' && part.kind !== 'filter' && (
        <AccountChoice connectionId={connectionId} onChange={onAccount} />
      )}
    </>
  );
}
