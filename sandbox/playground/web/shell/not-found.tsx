import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { routes } from '../model/routes.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** An address that leads nowhere any more. */
export function NotFound({ what, says }: { what: string; says: string }) {
  return (
    <>
      <TopBar title="Not found" back={{ href: routes.zaps, label: 'All Zaps' }} />
      <main className={styles.wide}>
        <h2>{what} is not here</h2>
        <p style={{ margin: '8px 0 16px', color: 'var(--dim)' }}>{says}</p>
        <Button component={Link} href={routes.zaps} variant="default">
          All Zaps
        </Button>
      </main>
    </>
  );
}
