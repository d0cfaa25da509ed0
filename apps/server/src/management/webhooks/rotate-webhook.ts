import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { webhookRotated } from '../../rules/audit/webhooks.ts'
import { overlapUs } from '../../rules/webhooks.ts'
import { change } from '../change.ts'
import { lockWebhook } from './lock-webhook.ts'

export const rotateWebhook = handle(endpoints.rotateWebhook, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const untilUs = (await tx.clock.nowUs()) + overlapUs
    const webhook = await lockWebhook(tx, ctx.webhook)
    const secret = ctx.newWebhookSecret()
    await tx.webhooks.setSecret(webhook.id, secret, untilUs)
    const previousExpiresAt = new Date(Math.floor(untilUs / 1_000)).toISOString()
    return {
      result: { id: webhook.id, secret, previousExpiresAt },
      audit: [webhookRotated(webhook, previousExpiresAt)],
    }
  }),
)
