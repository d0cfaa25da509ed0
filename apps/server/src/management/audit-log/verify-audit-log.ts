import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { verifyChain } from '../../store/audit/walk-chain.ts'

export const verifyAuditLog = handle(endpoints.verifyAuditLog, ({ store, actor }) =>
  verifyChain(store.auditChain, actor.orgId),
)
