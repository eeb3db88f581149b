import type { Reader } from '../database/database.ts';
import { checkInRecord, listCheckIns } from './check-ins.ts';
import { type Customer, customerRecord, listCustomers } from './customers.ts';
import { listOrders, type Order, orderRecord } from './orders.ts';
import type { EventName } from './subscriptions.ts';

/** Where samples come from. */
export const sampleKinds = ['newest', 'made-up'] as const;

export type SampleKind = (typeof sampleKinds)[number];

const submitted = Date.UTC(2026, 0, 15, 9, 30);
const delivered = Date.UTC(2026, 0, 17, 14, 5);

const order: Order = {
  id: 0,
  order_number: 'SO-10042',
  type: 'order',
  status: 'pending',
  acknowledged: false,
  external_reference: null,
  notes: 'Please deliver before noon',
  customer_id: 0,
  customer_external_system: 'erp',
  customer_external_id: 'C-1001',
  customer_name: 'Berghaus Sport',
  customer_email: 'einkauf@berghaus.example',
  customer_phone: '+43 512 555010',
  customer_city: 'Innsbruck',
  rep_name: 'Mira Hofer',
  rep_email: 'mira.hofer@alpenglow.example',
  last_update_reference: null,
  created_at: submitted,
  updated_at: submitted,
  change_number: 0,
  items: [{ product_id: 0, sku: 'TENT-2P', name: 'Two-person tent', quantity: 3, unit_price: 24_900 }],
};

const customer: Customer = {
  id: 0,
  external_system: 'erp',
  external_id: 'C-1001',
  name: 'Berghaus Sport',
  customer_code: 'BERG',
  contact_person: 'Lena Auer',
  email: 'einkauf@berghaus.example',
  phone: '+43 512 555010',
  address: 'Maria-Theresien-Straße 12',
  city: 'Innsbruck',
  province: 'Tirol',
  postal_code: '6020',
  lat: 47.2654,
  lng: 11.3936,
  metadata: { segment: 'retail' },
  is_active: true,
  has_store: true,
  created_at: submitted,
  updated_at: submitted,
  change_number: 0,
  deleted_at: null,
};

/**
 * @returns a representative record of the event, made by the function that makes its deliveries (4.4): the tenant's
 *   newest one if that is wanted and there is one, else one that is made up.
 */
export function sampleRecord(reader: Reader, tenantId: number, event: EventName, kind: SampleKind): object {
  return (kind === 'newest' && newestRecord(reader, tenantId, event)) || madeUpRecord(event);
}

/** The newest customer is the newest active one: nobody is told of a new tombstone. */
function newestRecord(reader: Reader, tenantId: number, event: EventName): object | undefined {
  const first = { page: 1, perPage: 1 };
  switch (event) {
    case 'order.created':
      return listOrders(reader, tenantId, first).orders.map(orderRecord)[0];
    case 'order.delivered': {
      const latest = { status: 'delivered', since: { updated_at: 0 }, newestFirst: true } as const;
      return listOrders(reader, tenantId, { ...latest, ...first }).orders.map(orderRecord)[0];
    }
    case 'customer.created':
      return listCustomers(reader, tenantId, {
        includeDeleted: false,
        includeUnmanaged: true,
        ...first,
      }).customers.map(customerRecord)[0];
    case 'check_in.completed':
      return listCheckIns(reader, tenantId, 1).map(checkInRecord)[0];
  }
}

function madeUpRecord(event: EventName): object {
  switch (event) {
    case 'order.created':
      return orderRecord(order);
    case 'order.delivered':
      return orderRecord({
        ...order,
        status: 'delivered',
        acknowledged: true,
        external_reference: 'INV-2026-007',
        updated_at: delivered,
      });
    case 'customer.created':
      return customerRecord(customer);
    case 'check_in.completed':
      return checkInRecord({
        id: 0,
        customer_external_system: customer.external_system,
        customer_external_id: customer.external_id,
        customer_name: customer.name,
        rep_name: order.rep_name,
        rep_email: order.rep_email,
        notes: 'Showed the spring catalogue',
        lat: 47.2654,
        lng: 11.3936,
        completed_at: submitted,
      });
  }
}
