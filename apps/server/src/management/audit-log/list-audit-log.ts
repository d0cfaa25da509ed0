import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { actionsWith } from '../../rules/audit/audit.ts'
import { auditSince } from '../../rules/plans.ts'

export const listAuditLog = handle(endpoints.listAuditLog, async (ctx) => {
  const { action, from, to: toUs, ...filter } = ctx.query
  if (filter.environmentId !== undefined) {
    const environment = await ctx.store.environments.find(ctx.project.id, filter.environmentId)
    if (!environment) fail('RESOURCE_NOT_FOUND', 'There is no such environment.')
  }
  return ctx.store.auditLog.list(ctx.project, {
    ...filter,
    actions: action ? actionsWith(action) : undefined,
    fromUs: auditSince(ctx.actor.plan, ctx.nowUs(), from),
    toUs,
  })
})
