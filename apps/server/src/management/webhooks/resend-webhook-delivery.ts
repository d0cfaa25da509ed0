import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireWebhooks } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { lockWebhook } from './lock-webhook.ts'

export const resendWebhookDelivery = handle(endpoints.resendWebhookDelivery, async (ctx) => {
  requireWebhooks(ctx.actor.plan)
  return change(ctx, ctx.actor, async (tx) => {
    const { id, enabled } = await lockWebhook(tx, ctx.webhook)
    const delivery = await tx.webhookDeliveries.find(id, ctx.delivery.id)
    if (!delivery) fail('RESOURCE_NOT_FOUND', 'There is no such delivery.')
    if (!enabled) fail('CONFLICT', 'This webhook is disabled: enable it first.')
    if (delivery.status === 'waiting') fail('CONFLICT', 'This delivery is waiting to be tried anyway.')
    const nowUs = await tx.clock.nowUs()
    const result = await tx.webhookDeliveries.resend(id, delivery.id, nowUs)
    await tx.due.setSooner([{ kind: 'webhook', subject: id }], nowUs)
    return { result, audit: [] }
  })
})
