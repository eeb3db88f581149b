import styles from './zap-title.module.css';

/** The Zap's title, renamed where it stands. */
export function ZapTitle({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  return (
    <h1 className={styles.title}>
      <span className={styles.ghost} aria-hidden>
        {title || 'Untitled Zap'}
      </span>
      <input
        aria-label="Title"
        className={styles.input}
        dir="auto"
        placeholder="Untitled Zap"
        value={title}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </h1>
  );
}
