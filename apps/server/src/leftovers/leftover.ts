import type { ActorId, OrganizationId } from '@bunting/contract'
import type { Right } from '../rules/access/makers.ts'
import type { AuditDraft } from '../rules/audit/audit.ts'
import type { Reviewer } from '../rules/changes/proposals.ts'
import type { Tables } from '../store/store.ts'

/** Why a maker may no longer make something; undefined if they may. */
export type LackOf = (maker: ActorId, right: Right) => string | undefined

/** Ends one kind of leftover of these makers. Answers how many there were, and their audit entries. */
export type Leftover = (
  tx: Tables,
  by: Reviewer & { orgId: OrganizationId },
  makers: readonly ActorId[],
  lackOf: LackOf,
) => Promise<{ count: number; audit: AuditDraft[] }>
