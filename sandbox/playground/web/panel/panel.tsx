import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import styles from './panel.module.css';

export type PanelTab = { name: string; href: string; isOpen: boolean; mark?: ReactNode };

type Props = {
  /** Another one moves the focus here. */
  id: string;
  title: string;
  about?: ReactNode;
  tile?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  closeHref: string;
  tabs?: readonly PanelTab[];
  foot?: ReactNode;
  children: ReactNode;
};

/** What stands beside the drawing; on narrow pages, over it. */
export function Panel({ id, title, about, tile, aside, closeHref, tabs, foot, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever opens another panel goes on in it
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        {tile}
        <div className={styles.words}>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h2>
          {about && <p>{about}</p>}
        </div>
        <div className={styles.aside}>
          {aside}
          <ActionIcon
            component={Link}
            href={closeHref}
            variant="subtle"
            color="gray"
            c="dimmed"
            size={30}
            aria-label="Close the panel"
          >
            <IconX size={17} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      {tabs && (
        <nav className={styles.tabs} aria-label={`Parts of ${title}`}>
          {tabs.map(({ name, href, isOpen, mark }) => (
            <Link key={name} href={href} replace aria-current={isOpen ? 'true' : undefined}>
              {name}
              {mark}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.body}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  );
}
