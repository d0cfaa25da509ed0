import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireWebhooks } from '../../rules/plans.ts'

export const testWebhook = handle(endpoints.testWebhook, async (ctx) => {
  requireWebhooks(ctx.actor.plan)
  const webhook = await ctx.store.webhooks.findForSending(ctx.webhook.id, await ctx.store.clock.nowUs())
  return ctx.webhooks.test(webhook ?? fail('RESOURCE_NOT_FOUND', 'There is no such webhook.'))
})
