import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listWebhooks = handle(endpoints.listWebhooks, (ctx) => ctx.store.webhooks.list(ctx.actor.orgId, ctx.query))

export const getWebhook = handle(endpoints.getWebhook, async (ctx) => ctx.webhook)

export const listWebhookDeliveries = handle(endpoints.listWebhookDeliveries, (ctx) =>
  ctx.store.webhookDeliveries.list(ctx.webhook.id, ctx.query),
)
