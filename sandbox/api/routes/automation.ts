import { z } from 'zod';
import { webAddress } from '../fields.ts';
import { noParameters, queryInteger } from '../http/query.ts';
import { sampleRecord } from '../model/samples.ts';
import { eventNames, listSubscriptions, subscribe, unsubscribe } from '../model/subscriptions.ts';
import type { App, Services } from '../services.ts';

const event = z.enum(eventNames);

const subscriptionBody = z.strictObject({ event, target_url: webAddress });

const subscriptionAddress = z.object({ subscription: queryInteger(1) });

/** Automation hooks (4.4). */
export function automationRoutes(app: App, services: Services): void {
  const { database, sample, word } = services;

  app.post(
    `/${word}/subscribe`,
    {
      config: {
        scope: 'automation:write',
        summary: 'Subscribe to an event',
        answers: { 200: (shape) => shape.subscribed, 201: (shape) => shape.subscribed },
      },
      schema: { querystring: noParameters, body: subscriptionBody },
    },
    async ({ tenantId, body }, reply) => {
      const { subscription, created } = database.change((change) => subscribe(change, tenantId, body));
      reply.code(created ? 201 : 200);
      return services.envelope.subscribed(subscription);
    },
  );

  app.delete(
    `/${word}/subscribe/:subscription`,
    {
      config: {
        scope: 'automation:write',
        summary: 'Remove a subscription',
        answers: { 200: (shape) => shape.subscription, 404: 'The organization has no such subscription.' },
      },
      schema: { params: subscriptionAddress, querystring: noParameters },
    },
    async ({ tenantId, params }) =>
      services.envelope.subscription(
        database.change((change) => unsubscribe(change, tenantId, params.subscription)),
      ),
  );

  app.get(
    `/${word}/subscriptions`,
    {
      config: {
        scope: 'automation:read',
        summary: 'List subscriptions',
        answers: { 200: (shape) => shape.subscriptions },
      },
      schema: { querystring: noParameters },
    },
    async ({ tenantId }) => services.envelope.subscriptions(listSubscriptions(database, tenantId)),
  );

  app.get(
    `/${word}/sample`,
    {
      config: {
        scope: 'automation:read',
        summary: 'Read a sample of an event',
        details: "The organization's newest record of that event; if there is none, one that is made up.",
        answers: { 200: (shape) => shape.sample },
      },
      schema: { querystring: z.strictObject({ event }) },
    },
    async ({ tenantId, query }) =>
      services.envelope.sample(sampleRecord(database, tenantId, query.event, sample)),
  );
}
