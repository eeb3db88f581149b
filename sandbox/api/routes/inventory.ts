import { z } from 'zod';
import { filled, instant, reference, stockQuantity, text } from '../fields.ts';
import { windowOf } from '../http/carelessness.ts';
import { fromDate, noParameters, paging, queryBoolean, toDate } from '../http/query.ts';
import { keyHolder } from '../model/authors.ts';
import { listMovements, movementRecord, movementTypes } from '../model/movements.ts';
import { getProduct, listProducts } from '../model/products.ts';
import { setStock, setStockInBulk } from '../model/stock.ts';
import type { App, Services } from '../services.ts';

const listQuery = z.strictObject({
  is_active: queryBoolean.optional(),
  updated_since: instant.optional(),
  ...paging(100),
});

const movementQuery = z.strictObject({
  sku: text(255).optional(),
  type: z.enum(movementTypes).optional(),
  from_date: fromDate.optional(),
  to_date: toDate.optional(),
  ...paging(50),
});

const productAddress = z.object({ sku: z.string() });

const stockBody = z.strictObject({ stock_qty: stockQuantity, reference });

const bulkBody = z.strictObject({
  products: z
    .array(z.strictObject({ sku: filled(255), stock_qty: stockQuantity }))
    .min(1)
    .max(500),
  reference,
});

const noProduct = 'The organization has no such product.';

/** Inventory (4.2). */
export function inventoryRoutes(app: App, services: Services): void {
  const { database } = services;

  app.get(
    '/inventory',
    {
      config: {
        scope: 'inventory:read',
        summary: 'List products with their stock',
        answers: { 200: (shape) => shape.list('product') },
      },
      schema: { querystring: listQuery },
    },
    async ({ tenantId, query }) => {
      const { page, products } = listProducts(database, tenantId, {
        isActive: query.is_active,
        ...windowOf(query, services.careless),
      });
      return services.envelope.list(
        'product',
        products.map((product) => services.envelope.product(product)),
        page,
      );
    },
  );

  app.get(
    '/inventory/movements',
    {
      config: {
        scope: 'inventory:read',
        summary: 'List stock movements',
        answers: { 200: (shape) => shape.list('movement') },
      },
      schema: { querystring: movementQuery },
    },
    async ({ tenantId, query }) => {
      const { page, movements } = listMovements(database, tenantId, {
        sku: query.sku,
        type: query.type,
        createdFrom: query.from_date,
        createdBefore: query.to_date,
        ...windowOf(query, services.careless),
      });
      return services.envelope.list('movement', movements.map(movementRecord), page);
    },
  );

  app.get(
    '/inventory/:sku',
    {
      config: {
        scope: 'inventory:read',
        summary: 'Read the stock of a product',
        answers: { 200: (shape) => shape.record('product'), 404: noProduct },
      },
      schema: { params: productAddress, querystring: noParameters },
    },
    async ({ tenantId, params }) =>
      services.envelope.record(
        'product',
        services.envelope.product(getProduct(database, tenantId, params.sku)),
      ),
  );

  app.put(
    '/inventory/:sku',
    {
      config: {
        scope: 'inventory:write',
        summary: 'Set the stock of a product',
        answers: {
          200: (shape) => shape.record('product'),
          404: noProduct,
          409: 'The reference was accepted earlier with another quantity.',
        },
      },
      schema: { params: productAddress, querystring: noParameters, body: stockBody },
    },
    async (request) => {
      const { tenantId, params, body } = request;
      const item = { sku: params.sku, stock_qty: body.stock_qty };
      const { product } = database.change(
        (change) => setStock(change, tenantId, 'sync', item, body.reference),
        keyHolder(request),
      );
      return services.envelope.record('product', services.envelope.product(product));
    },
  );

  app.post(
    '/inventory/bulk',
    {
      config: {
        scope: 'inventory:write',
        summary: 'Set the stock of many products',
        answers: { 200: (shape) => shape.bulk },
      },
      schema: { querystring: noParameters, body: bulkBody },
    },
    async (request) => {
      const { tenantId, body } = request;
      const result = database.change(
        (change) => setStockInBulk(change, tenantId, body.products, body.reference),
        keyHolder(request),
      );
      return services.envelope.bulk(result);
    },
  );
}
