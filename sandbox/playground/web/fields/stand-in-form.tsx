import { TextInput } from '@mantine/core';
import type { Field } from '../../../zaps/definition.ts';
import type { DraftStep, DraftTrigger } from '../../protocol.ts';
import { RecordView } from '../data/record-view.tsx';
import type { Values } from '../model/steps.ts';
import styles from './field.module.css';
import { PairsField } from './pairs-field.tsx';
import { isRow } from './values.ts';

export type StandIn = Extract<DraftTrigger | DraftStep, { kind: 'app' }>;

const input: Field = {
  key: 'input',
  label: 'Data in',
  dict: true,
  helpText: 'What the other app is given. Runs show it; nothing is sent anywhere.',
};

const gives: Field = {
  key: 'gives',
  label: 'Data out',
  dict: true,
  helpText: 'What the other app answers, for later steps to use.',
};

/** Pairs can hold no rows; what a template gives may have some. */
const isFlat = (value: StandIn['gives']): value is Values =>
  !Array.isArray(value) && Object.values(value).every((each) => typeof each !== 'object' || each === null);

type Props<Step extends StandIn> = { step: Step; onChange: (step: Step, kind: string) => void };

/** Another app's trigger or step: it does nothing but record what it was given, and give what is typed here. */
export function StandInForm<Step extends StandIn>({ step, onChange }: Props<Step>) {
  return (
    <div className={styles.form}>
      <p className={styles.note}>
        A stand-in for {step.app || 'another app'}: runs record what it would be given.
      </p>
      {'input' in step && (
        <PairsField
          field={input}
          value={step.input}
          path={['input']}
          onChange={(value) => onChange({ ...step, input: isRow(value) ? value : {} }, 'input')}
        />
      )}
      {isFlat(step.gives) ? (
        <PairsField
          field={gives}
          value={step.gives}
          path={['gives']}
          onChange={(value) => onChange({ ...step, gives: isRow(value) ? value : {} }, 'gives')}
        />
      ) : (
        <section aria-label="Data out" className={styles.field}>
          <span className={styles.label}>Data out</span>
          <span className={styles.help}>It has rows, which are changed in the Zap’s file only.</span>
          <RecordView
            label="Data out"
            as="table"
            value={Array.isArray(step.gives) ? step.gives[0] : step.gives}
          />
        </section>
      )}
    </div>
  );
}

/** Which app it stands in for, and what it does there. */
export function StandInNames<Step extends StandIn>({ step, onChange }: Props<Step>) {
  return (
    <>
      <TextInput
        label="App"
        required
        placeholder="QuickBooks"
        value={step.app}
        onChange={({ currentTarget }) => onChange({ ...step, app: currentTarget.value }, 'app')}
      />
      <TextInput
        label="What it does"
        required
        placeholder="Create Invoice"
        value={step.does}
        onChange={({ currentTarget }) => onChange({ ...step, does: currentTarget.value }, 'does')}
      />
    </>
  );
}
