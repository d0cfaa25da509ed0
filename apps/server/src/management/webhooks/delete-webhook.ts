import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { webhookDeleted } from '../../rules/audit/webhooks.ts'
import { change } from '../change.ts'
import { lockWebhook } from './lock-webhook.ts'

export const deleteWebhook = handle(endpoints.deleteWebhook, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const webhook = await lockWebhook(tx, ctx.webhook)
    await tx.webhooks.delete(webhook)
    return { result: { id: webhook.id }, audit: [webhookDeleted(webhook)] }
  }),
)
