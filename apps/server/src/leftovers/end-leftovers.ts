import type { ActorId, OrganizationId } from '@bunting/contract'
import { lackOfRight } from '../rules/access/makers.ts'
import type { AuditDraft } from '../rules/audit/audit.ts'
import type { Reviewer } from '../rules/changes/proposals.ts'
import type { Tables } from '../store/store.ts'
import { invitations } from './invitations.ts'
import type { LackOf, Leftover } from './leftover.ts'
import { schedules } from './schedules.ts'
import { webhooks } from './webhooks.ts'

/**
 * Everything that keeps acting in a person's name after they left, besides sessions and keys. Listed in the order of their
 * locks: disabling a webhook takes the audit chain's lock.
 */
const leftovers = { invitations, schedules, webhooks } satisfies Record<string, Leftover>

type Kind = keyof typeof leftovers
type Ended = { ended: Record<Kind, number>; audit: AuditDraft[] }

/**
 * Ends what these people and keys made and may no longer make, in the transaction that took their right away. The makers
 * are locked, so nothing new appears meanwhile. Call it right before the audit entries are appended.
 */
export const endLeftovers = async (
  tx: Tables,
  by: Reviewer & { orgId: OrganizationId },
  makers: readonly ActorId[],
): Promise<Ended> => {
  const nowMs = Math.floor((await tx.clock.nowUs()) / 1_000)
  const found = await tx.makers.find(by.orgId, makers)
  const lackOf: LackOf = (maker, right) => lackOfRight(found.get(maker), right, nowMs)
  const ended = { invitations: 0, schedules: 0, webhooks: 0 }
  const audit: AuditDraft[] = []
  for (const [kind, end] of Object.entries(leftovers) as [Kind, Leftover][]) {
    const of = await end(tx, by, makers, lackOf)
    ended[kind] = of.count
    audit.push(...of.audit)
  }
  return { ended, audit }
}
