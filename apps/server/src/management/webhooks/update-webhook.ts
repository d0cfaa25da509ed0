import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { webhookRight } from '../../rules/access/makers.ts'
import { webhookUpdated } from '../../rules/audit/webhooks.ts'
import { requireWebhooks } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { lockMaker } from '../lock-maker.ts'
import { lockWebhook } from './lock-webhook.ts'
import { requirePublic } from './require-public.ts'

export const updateWebhook = handle(endpoints.updateWebhook, async (ctx) => {
  const { url, enabled } = ctx.body
  if (enabled) requireWebhooks(ctx.actor.plan)
  if (url !== undefined) await requirePublic(ctx, url)
  return change(ctx, ctx.actor, async (tx) => {
    if (enabled) await lockMaker(tx, ctx.actor, webhookRight)
    const before = await lockWebhook(tx, ctx.webhook)
    const update = changedFields(before, ctx.body)
    if (Object.keys(update).length === 0) return { result: before, audit: [] }
    const updated = await tx.webhooks.update(before.id, { ...update, by: ctx.actor.id })
    const webhook = update.enabled === false ? await tx.webhooks.disable(updated, null) : updated
    if (update.enabled) await tx.webhooks.recount(before.orgId, before.id)
    return { result: webhook, audit: [webhookUpdated(webhook, update)] }
  })
})
