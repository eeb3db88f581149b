import { IconPlugConnectedX } from '@tabler/icons-react';
import styles from './shell.module.css';

/** While the server is away nothing runs and nothing can be asked for; what is typed is kept here. */
export function AwayBanner() {
  return (
    <div className={styles.banner} data-tone="bad" role="alert">
      <IconPlugConnectedX size={18} aria-hidden />
      <p>
        <b>The playground does not answer.</b> Nothing runs meanwhile. What you type is kept in this browser
        and saved when it is back; start it with <code>npm run playground</code> if it was stopped.
      </p>
    </div>
  );
}
