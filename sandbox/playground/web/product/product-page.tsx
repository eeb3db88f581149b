import { Link } from 'wouter';
import { routes } from '../model/routes.ts';
import { CustomerSwitch } from './customer-switch.tsx';
import { DraftDoings } from './draft-doings.tsx';
import { Keys } from './keys.tsx';
import {
  checkIns,
  customers,
  deliveries,
  drafts,
  history,
  orders,
  products,
  subscriptions,
} from './lists.ts';
import { OrderMoves } from './order-moves.tsx';
import styles from './product.module.css';
import { ProductList } from './product-list.tsx';

type Props = { list: string; id?: string | undefined };

const names: [key: string, name: string][] = [
  ['orders', 'Orders'],
  ['drafts', 'Drafts'],
  ['products', 'Products'],
  ['customers', 'Customers'],
  ['check-ins', 'Check-ins'],
  ['keys', 'API keys'],
  ['subscriptions', 'Subscriptions'],
  ['deliveries', 'Deliveries'],
  ['history', 'History'],
];

/** Field Sales, as the people see it who sell with it. */
export function ProductPage({ list, id }: Props) {
  const tabs = (
    <nav className={styles.tabs} aria-label="Lists of the product">
      {names.map(([key, name]) => (
        <Link key={key} href={routes.product(key)} aria-current={key === list ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
  const shared = { tabs, openId: id };
  switch (list) {
    case 'products':
      return <ProductList key={list} list={products} {...shared} />;
    case 'customers':
      return (
        <ProductList
          key={list}
          list={customers}
          {...shared}
          rowAction={(customer) => <CustomerSwitch customer={customer} />}
        />
      );
    case 'drafts':
      return (
        <ProductList
          key={list}
          list={drafts}
          {...shared}
          rowAction={(draft) => <DraftDoings draft={draft} />}
        />
      );
    case 'history':
      return <ProductList key={list} list={history} {...shared} />;
    case 'check-ins':
      return <ProductList key={list} list={checkIns} {...shared} />;
    case 'subscriptions':
      return <ProductList key={list} list={subscriptions} {...shared} />;
    case 'deliveries':
      return <ProductList key={list} list={deliveries} {...shared} />;
    case 'keys':
      return <Keys tabs={tabs} />;
    default:
      return (
        <ProductList
          key="orders"
          list={orders}
          {...shared}
          rowAction={(order) => <OrderMoves order={order} />}
        />
      );
  }
}
