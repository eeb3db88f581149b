import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './shell.module.css';

type Props = {
  title: ReactNode;
  back?: { href: string; label: string };
  /** How it stands: chips beside the title. */
  status?: ReactNode;
  /** Lesser facts, left out where the page is narrow. */
  about?: ReactNode;
  /** At most three, one of them filled. */
  children?: ReactNode;
};

/** Where one is, how it stands, and what can be done. */
export function TopBar({ title, back, status, about, children }: Props) {
  return (
    <header className={styles.top}>
      {back && (
        <ActionIcon
          component={Link}
          href={back.href}
          variant="subtle"
          color="gray"
          c="dimmed"
          size={32}
          aria-label={back.label}
        >
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
      )}
      {typeof title === 'string' ? (
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
      ) : (
        title
      )}
      {status}
      {about && <span className={styles.about}>{about}</span>}
      <div className={styles.actions}>{children}</div>
    </header>
  );
}
