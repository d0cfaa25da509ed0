import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { auditSince } from '../../rules/plans.ts'

export const listAuditLog = handle(endpoints.listAuditLog, (ctx) =>
  ctx.store.auditLog.list(ctx.project.id, { ...ctx.query, sinceUs: auditSince(ctx.actor.plan, ctx.nowUs()) }),
)
