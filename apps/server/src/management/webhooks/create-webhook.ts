import { endpoints, invalid } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { webhookRight } from '../../rules/access/makers.ts'
import { webhookCreated } from '../../rules/audit/webhooks.ts'
import { requireRoom, requireWebhooks } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { lockMaker } from '../lock-maker.ts'
import { requirePublic } from './require-public.ts'

export const createWebhook = handle(endpoints.createWebhook, async (ctx) => {
  const { orgId, plan, id: createdBy } = ctx.actor
  const { url, events, projectId, description = null, format } = ctx.body
  const project = projectId === undefined ? undefined : await ctx.store.projects.find(orgId, projectId)
  if (projectId !== undefined && !project) {
    invalid('The body is not as described.', [{ path: 'projectId', message: 'must be a project of the organization' }])
  }
  requireWebhooks(plan)
  await requirePublic(ctx, url)
  return change(ctx, ctx.actor, async (tx) => {
    await tx.organizations.lock(orgId)
    await lockMaker(tx, ctx.actor, webhookRight)
    requireRoom(plan, 'webhooks', await tx.webhooks.count(orgId))
    const secret = ctx.newWebhookSecret()
    const webhook = await tx.webhooks.insert(
      {
        id: ctx.newId('webhook'),
        orgId,
        projectId: project?.id ?? null,
        url,
        events,
        description,
        format,
        secret,
        createdBy,
      },
      ctx.nowUs(),
    )
    await tx.webhooks.recount(orgId, webhook.id)
    return { result: { ...webhook, secret }, audit: [webhookCreated(webhook)] }
  })
})
