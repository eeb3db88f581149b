import { resolve } from '../../../zaps/references.ts';
import type { Draft, StepTest, ZapTests } from '../../protocol.ts';
import { RecordView } from '../data/record-view.tsx';
import { definitionOf, inputFieldsOf, outputFieldsOf, outputsOf, type Part } from '../model/steps.ts';
import { usePlayground } from '../server/use-state.ts';
import { Outcome } from './outcome.tsx';
import styles from './panel.module.css';

type Props = {
  part: Part;
  draft: Draft;
  tests: ZapTests;
  test: StepTest | undefined;
  problem: string | undefined;
};

/** What a step would be given, and what its test gave. */
export function StepTestTab({ part, draft, tests, test, problem }: Props) {
  const { app } = usePlayground();
  const fields = inputFieldsOf(definitionOf(app, part));
  const input = 'input' in part ? part.input : {};
  return (
    <>
      {problem && (
        <p className={styles.note} data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {test ? (
        <Outcome
          record={test.record}
          inputFields={fields}
          outputFields={outputFieldsOf(app, part)}
          isStale={test.isStale}
        />
      ) : (
        <>
          <p className={styles.help}>
            {part.kind === 'action'
              ? 'The test does it for real, in the sandbox, with the data below.'
              : 'The test runs this step with the data below.'}
          </p>
          <h3 className={styles.sub}>Data in</h3>
          <RecordView
            label="Data in"
            as="table"
            value={resolve(input, outputsOf(app, draft, tests))}
            fields={fields}
            nothing="Nothing is filled in yet."
          />
        </>
      )}
    </>
  );
}
