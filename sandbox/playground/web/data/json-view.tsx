import { CopyButton } from './copy-button.tsx';
import styles from './record-view.module.css';

/** A value exactly as it is. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const json = JSON.stringify(value, undefined, 2) ?? '';
  return (
    <section aria-label={`${label} as JSON`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className={styles.json} tabIndex={0}>
        {json}
      </pre>
      <CopyButton text={json} label="Copy JSON" />
    </section>
  );
}
