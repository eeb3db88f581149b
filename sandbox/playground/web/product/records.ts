// What the product's own pages show. The types are those of the sandbox's records.
import type { checkInRecord } from '../../../api/model/check-ins.ts';
import type { customerRecord } from '../../../api/model/customers.ts';
import type { listDeliveries } from '../../../api/model/deliveries.ts';
import type { draftRecord } from '../../../api/model/drafts.ts';
import type { HistoryEntry } from '../../../api/model/history.ts';
import type { keyRecord } from '../../../api/model/keys.ts';
import type { orderRecord } from '../../../api/model/orders.ts';
import type { productRecord } from '../../../api/model/products.ts';
import type { subscriptionRecord } from '../../../api/model/subscriptions.ts';

export type Order = ReturnType<typeof orderRecord>;
export type Product = ReturnType<typeof productRecord>;
/** People may create customers that no other system knows; they have an id only. */
export type Customer = ReturnType<typeof customerRecord> & { id: number };
export type OrderDraft = ReturnType<typeof draftRecord>;
export type { HistoryEntry };
export type CheckIn = ReturnType<typeof checkInRecord>;
export type Key = ReturnType<typeof keyRecord>;
export type Subscription = ReturnType<typeof subscriptionRecord> & { id: number };
export type Delivery = ReturnType<typeof listDeliveries>[number];
