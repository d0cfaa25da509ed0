import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { auditSince } from '../../rules/plans.ts'
import { exportChain } from '../../store/audit/walk-chain.ts'

export const exportAuditLog = handle(endpoints.exportAuditLog, async ({ store, actor, query, nowUs }) =>
  exportChain(store.auditChain, actor.orgId, { ...query, from: auditSince(actor.plan, nowUs(), query.from) }),
)
