import { IconAlertTriangle, IconBolt, IconClock, IconPackage } from '@tabler/icons-react';
import { Link } from 'wouter';
import logo from '../../../../brand/logo.svg';
import { routes } from '../model/routes.ts';
import { usePlayground } from '../server/use-state.ts';
import { SchemeSwitch } from './scheme-switch.tsx';
import styles from './shell.module.css';

const places = [
  { name: 'Zaps', href: routes.zaps, begins: /^\/($|zaps|watch)/, Icon: IconBolt },
  { name: 'Product', href: routes.product('orders'), begins: /^\/product/, Icon: IconPackage },
  { name: 'Runs', href: routes.runs, begins: /^\/runs/, Icon: IconClock },
  { name: 'Trouble', href: routes.trouble, begins: /^\/trouble/, Icon: IconAlertTriangle },
];

/** The four places of the page; how many Zaps are on, and a dot while there is trouble. */
export function Rail({ location }: { location: string }) {
  const { zaps, trouble } = usePlayground();
  const on = zaps.filter(({ isOn, deletedAt }) => isOn && !deletedAt).length;
  return (
    <nav className={styles.rail} aria-label="Places">
      <img src={logo} alt="" className={styles.logo} />
      {places.map(({ name, href, begins, Icon }) => (
        <Link key={name} href={href} aria-current={begins.test(location) ? 'page' : undefined}>
          <Icon size={20} aria-hidden />
          {name}
          {name === 'Zaps' && on > 0 && (
            <span className={styles.badge}>
              {on}
              <span className="unseen"> on</span>
            </span>
          )}
          {name === 'Trouble' && trouble.length > 0 && (
            <span className={styles.dot}>
              <span className="unseen">, there is trouble</span>
            </span>
          )}
        </Link>
      ))}
      <div className={styles.rest}>
        <SchemeSwitch />
      </div>
    </nav>
  );
}
