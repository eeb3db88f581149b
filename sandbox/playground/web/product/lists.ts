// The product's lists, where they are alike: what stands in their columns, and what can be done with a row.
import { inWords, money, number, when } from '../model/format.ts';
import type { Tone } from '../parts/status-chip.tsx';
import {
  adjustStock,
  completeCheckIn,
  createCustomer,
  createProduct,
  type ProductAction,
  saveDraft,
  submitOrder,
} from './actions.ts';
import { changesInWords } from './history-list.tsx';
import type {
  CheckIn,
  Customer,
  Delivery,
  HistoryEntry,
  Order,
  OrderDraft,
  Product,
  Subscription,
} from './records.ts';

export type Cell = string | { chip: string; tone: Tone };

export type Column<Row> = { label: string; isNumeric?: boolean; cell: (row: Row) => Cell };

export type ListOf<Row> = {
  key: string;
  name: string;
  path: string;
  empty: string;
  id: (row: Row) => string;
  /** Where the whole record is; without it the row is all there is. */
  detail?: (row: Row) => string;
  title: (row: Row) => string;
  columns: readonly Column<Row>[];
  actions: readonly ProductAction[];
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const statuses: Record<string, Cell> = {
  pending: { chip: 'Pending', tone: 'wait' },
  confirmed: { chip: 'Confirmed', tone: 'ok' },
  processing: { chip: 'Processing', tone: 'wait' },
  delivered: { chip: 'Delivered', tone: 'ok' },
  cancelled: { chip: 'Canceled', tone: 'plain' },
};

export const orders: ListOf<Order> = {
  key: 'orders',
  name: 'Orders',
  path: '/orders',
  empty: 'No order yet.',
  id: ({ order_number }) => order_number,
  detail: ({ order_number }) => `/orders/${encodeURIComponent(order_number)}`,
  title: ({ order_number }) => order_number,
  columns: [
    { label: 'Number', cell: ({ order_number }) => order_number },
    { label: 'Customer', cell: ({ customer }) => customer.name },
    { label: 'Type', cell: ({ type }) => capital(type) },
    { label: 'Status', cell: ({ status }) => statuses[status] ?? status },
    { label: 'Total', isNumeric: true, cell: ({ total, currency }) => money(total, currency) },
    { label: 'Changed', cell: ({ updated_at }) => when(updated_at) },
  ],
  actions: [submitOrder],
};

export const drafts: ListOf<OrderDraft> = {
  key: 'drafts',
  name: 'Drafts',
  path: '/drafts',
  empty: 'No draft. Nothing of a draft reaches a Zap before it is submitted.',
  id: ({ id }) => String(id),
  detail: ({ id }) => `/drafts/${id}`,
  title: ({ id }) => `Draft ${id}`,
  columns: [
    { label: 'Draft', cell: ({ id }) => `Draft ${id}` },
    { label: 'Customer', cell: ({ customer }) => customer?.name ?? 'None yet' },
    { label: 'Type', cell: ({ type }) => capital(type) },
    { label: 'Products', isNumeric: true, cell: ({ items }) => number(items.length) },
    { label: 'Total', isNumeric: true, cell: ({ total, currency }) => money(total, currency) },
    { label: 'Changed', cell: ({ updated_at }) => when(updated_at) },
  ],
  actions: [saveDraft],
};

export const history: ListOf<HistoryEntry> = {
  key: 'history',
  name: 'History',
  path: '/history',
  empty: 'Nothing has happened yet.',
  id: ({ at, subject, id, action }) => `${at} ${subject} ${id} ${action}`,
  title: ({ title }) => title,
  columns: [
    { label: 'Record', cell: ({ title }) => title },
    { label: 'What', cell: ({ action }) => inWords(action) },
    { label: 'Changes', cell: ({ changes }) => changesInWords(changes) },
    { label: 'Who', cell: ({ by }) => by.name },
    { label: 'When', cell: ({ at }) => when(at) },
  ],
  actions: [],
};

export const products: ListOf<Product> = {
  key: 'products',
  name: 'Products',
  path: '/products',
  empty: 'No product yet.',
  id: ({ sku }) => sku,
  detail: ({ sku }) => `/products/${encodeURIComponent(sku)}`,
  title: ({ sku }) => sku,
  columns: [
    { label: 'SKU', cell: ({ sku }) => sku },
    { label: 'Name', cell: ({ name }) => name },
    { label: 'On hand', isNumeric: true, cell: ({ stock_qty }) => number(stock_qty) },
    { label: 'Reserved', isNumeric: true, cell: ({ reserved_qty }) => number(reserved_qty) },
    {
      label: 'Available',
      isNumeric: true,
      cell: ({ stock_qty, reserved_qty }) => number(stock_qty - reserved_qty),
    },
    { label: 'Price', isNumeric: true, cell: ({ unit_price }) => money(unit_price, 'EUR') },
  ],
  actions: [adjustStock, createProduct],
};

export const customers: ListOf<Customer> = {
  key: 'customers',
  name: 'Customers',
  path: '/customers',
  empty: 'No customer yet.',
  id: ({ id }) => String(id),
  detail: ({ id }) => `/customers/${id}`,
  title: ({ name }) => name,
  columns: [
    { label: 'Name', cell: ({ name }) => name },
    { label: 'City', cell: ({ city }) => city ?? '' },
    {
      label: 'External ID',
      cell: ({ external_system, external_id }) =>
        external_id ? `${external_system} · ${external_id}` : 'None',
    },
    {
      label: 'Status',
      cell: ({ is_active }) =>
        is_active ? { chip: 'Active', tone: 'ok' } : { chip: 'Deactivated', tone: 'plain' },
    },
  ],
  actions: [createCustomer],
};

export const checkIns: ListOf<CheckIn> = {
  key: 'check-ins',
  name: 'Check-ins',
  path: '/check-ins',
  empty: 'No check-in yet.',
  id: ({ completed_at, customer }) => `${completed_at} ${customer.external_id}`,
  title: ({ customer }) => customer.name,
  columns: [
    { label: 'Customer', cell: ({ customer }) => customer.name },
    { label: 'Sales rep', cell: ({ sales_rep }) => sales_rep.name },
    { label: 'Notes', cell: ({ notes }) => notes ?? '' },
    { label: 'Completed', cell: ({ completed_at }) => when(completed_at) },
  ],
  actions: [completeCheckIn],
};

export const subscriptions: ListOf<Subscription> = {
  key: 'subscriptions',
  name: 'Subscriptions',
  path: '/subscriptions',
  empty: 'Nobody is subscribed. Publish a Zap with an instant trigger.',
  id: ({ id }) => String(id),
  title: ({ event }) => event,
  columns: [
    { label: 'Event', cell: ({ event }) => event },
    { label: 'Address', cell: ({ target_url }) => target_url },
    {
      label: 'Status',
      cell: ({ is_active }) =>
        is_active ? { chip: 'Active', tone: 'ok' } : { chip: 'Inactive', tone: 'plain' },
    },
  ],
  actions: [],
};

const deliveryTones: Record<string, Tone> = { delivered: 'ok', failed: 'bad', pending: 'wait' };

export const deliveries: ListOf<Delivery> = {
  key: 'deliveries',
  name: 'Deliveries',
  path: '/deliveries',
  empty: 'Nothing was delivered yet.',
  id: ({ id }) => String(id),
  title: ({ event }) => event,
  columns: [
    { label: 'Event', cell: ({ event }) => event },
    { label: 'Address', cell: ({ target_url }) => target_url },
    {
      label: 'Status',
      cell: ({ state }) => ({ chip: capital(state), tone: deliveryTones[state] ?? 'plain' }),
    },
    { label: 'Attempts', isNumeric: true, cell: ({ attempts }) => number(attempts.length) },
  ],
  actions: [],
};
