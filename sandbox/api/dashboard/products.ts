import { z } from 'zod';
import { filled, stockQuantity } from '../fields.ts';
import { addProduct, listProducts, productRecord } from '../model/products.ts';
import { setStock } from '../model/stock.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, listLength, tenantAddress } from './common.ts';

const newProduct = z.strictObject({
  sku: filled(255),
  name: filled(255),
  unit_price: z.number().min(0).max(1_000_000).default(0),
  stock_qty: stockQuantity.default(0),
  is_active: z.boolean().default(true),
});

const adjustment = z.strictObject({ sku: filled(255), stock_qty: stockQuantity });

/** Products, and stock as an admin corrects it (2.3). */
export function productRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/products', { schema: { params: tenantAddress } }, async ({ params }) => {
    const tenant = getTenant(database, params.tenant);
    const { products } = listProducts(database, tenant.id, { page: 1, perPage: listLength });
    return answer(products.map(productRecord));
  });

  app.post(
    '/tenants/:tenant/products',
    { schema: { params: tenantAddress, body: newProduct } },
    async ({ params, body }, reply) => {
      const product = database.change((change) =>
        addProduct(change, getTenant(change, params.tenant).id, {
          ...body,
          unit_price: Math.round(body.unit_price * 100),
        }),
      );
      reply.code(201);
      return answer(productRecord(product));
    },
  );

  app.post(
    '/tenants/:tenant/products/adjust',
    { schema: { params: tenantAddress, body: adjustment } },
    async ({ params, body }) => {
      const { product } = database.change((change) =>
        setStock(change, getTenant(change, params.tenant).id, 'adjustment', body, null),
      );
      return answer(productRecord(product));
    },
  );
}
