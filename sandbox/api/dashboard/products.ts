import { z } from 'zod';
import { filled, stockQuantity } from '../fields.ts';
import { queryBoolean } from '../http/query.ts';
import { historyOf, merged } from '../model/history.ts';
import { listAuthoredMovements } from '../model/movements.ts';
import {
  addProduct,
  availableQuantity,
  editProduct,
  getProduct,
  listProducts,
  type Product,
  productRecord,
} from '../model/products.ts';
import { setStock, setStockInBulk } from '../model/stock.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, author, listLength, pages, tenantAddress } from './common.ts';

const price = z.number().min(0).max(1_000_000);

const newProduct = z.strictObject({
  sku: filled(255),
  name: filled(255),
  unit_price: price.default(0),
  stock_qty: stockQuantity.default(0),
  is_active: z.boolean().default(true),
});

const changes = z.strictObject({
  name: filled(255).optional(),
  unit_price: price.optional(),
  is_active: z.boolean().optional(),
});

const adjustment = z.strictObject({ sku: filled(255), stock_qty: stockQuantity });

const stockImport = z.strictObject({ name: filled(255), products: z.array(adjustment).min(1).max(5000) });

const listQuery = z.object({ is_active: queryBoolean.optional(), ...pages });

const productAddress = tenantAddress.extend({ sku: z.string() });

function shown(product: Product) {
  return { ...productRecord(product), available_qty: availableQuantity(product) };
}

const inCents = (amount: number) => Math.round(amount * 100);

/** Products, and stock as an admin corrects it (2.3) or brings it in from a file. */
export function productRoutes(app: App, { database }: Services): void {
  app.get(
    '/tenants/:tenant/products',
    { schema: { params: tenantAddress, querystring: listQuery } },
    async ({ params, query }) => {
      const { products } = listProducts(database, getTenant(database, params.tenant).id, {
        isActive: query.is_active,
        page: query.page,
        perPage: query.per_page,
      });
      return answer(products.map(shown));
    },
  );

  app.post(
    '/tenants/:tenant/products',
    { schema: { params: tenantAddress, body: newProduct } },
    async (request, reply) => {
      const { params, body } = request;
      const product = database.change(
        (change) =>
          addProduct(change, getTenant(change, params.tenant).id, {
            ...body,
            unit_price: inCents(body.unit_price),
          }),
        author(request),
      );
      reply.code(201);
      return answer(shown(product));
    },
  );

  app.get('/tenants/:tenant/products/:sku', { schema: { params: productAddress } }, async ({ params }) => {
    const tenant = getTenant(database, params.tenant);
    const product = getProduct(database, tenant.id, params.sku);
    const movements = listAuthoredMovements(database, tenant.id, {
      sku: product.sku,
      page: 1,
      perPage: listLength,
    });
    const edits = historyOf(database, 'product', product.id, listLength);
    return answer({ ...shown(product), history: merged(edits, movements, listLength) });
  });

  app.patch(
    '/tenants/:tenant/products/:sku',
    { schema: { params: productAddress, body: changes } },
    async (request) => {
      const { params, body } = request;
      const unit_price = body.unit_price === undefined ? undefined : inCents(body.unit_price);
      const product = database.change(
        (change) =>
          editProduct(change, getTenant(change, params.tenant).id, params.sku, { ...body, unit_price }),
        author(request),
      );
      return answer(shown(product));
    },
  );

  app.post(
    '/tenants/:tenant/products/adjust',
    { schema: { params: tenantAddress, body: adjustment } },
    async (request) => {
      const { params, body } = request;
      const { product } = database.change(
        (change) => setStock(change, getTenant(change, params.tenant).id, 'adjustment', body, null),
        author(request),
      );
      return answer(shown(product));
    },
  );

  app.post(
    '/tenants/:tenant/products/import',
    { schema: { params: tenantAddress, body: stockImport } },
    async ({ params, body: { name, products } }) => {
      const result = database.change(
        (change) => setStockInBulk(change, getTenant(change, params.tenant).id, products, null),
        { kind: 'import', name },
      );
      return answer(result);
    },
  );
}
