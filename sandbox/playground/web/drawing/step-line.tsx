import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { DrawnStep } from './drawn.ts';
import styles from './step-line.module.css';

type Props = {
  line: DrawnStep['line'];
  insert?: { href: string; label: string; isOpen: boolean } | undefined;
};

/** The line to the next step: a + where steps can be added, a light while a run passes, its time afterwards. */
export function StepLine({ line: { look, words }, insert }: Props) {
  return (
    <div className={styles.line} data-look={look}>
      {look === 'traveling' && <span className={styles.light} />}
      {look === 'lit' && <span className={styles.bead} />}
      {words && <span className={styles.words}>{words}</span>}
      {insert && (
        <Link
          href={insert.href}
          className={styles.add}
          aria-label={insert.label}
          aria-current={insert.isOpen ? 'step' : undefined}
          draggable={false}
        >
          <IconPlus size={13} stroke={2.5} aria-hidden />
        </Link>
      )}
    </div>
  );
}
