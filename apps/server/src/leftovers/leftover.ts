import type { ActorId, OrganizationId } from '@bunting/contract'
import type { Right } from '../rules/access/makers.ts'
import type { AuditDraft } from '../rules/audit/audit.ts'
import type { Reviewer } from '../rules/changes/proposals.ts'
import type { Tables } from '../store/store.ts'

/** Why a maker could not make something now, if so. */
export type LackOf = (maker: ActorId, right: Right) => string | undefined

/** Ends one kind of what these makers left behind. Answers with how many there were, and what to say of it. */
export type Leftover = (
  tx: Tables,
  by: Reviewer & { orgId: OrganizationId },
  makers: readonly ActorId[],
  lackOf: LackOf,
) => Promise<{ count: number; audit: AuditDraft[] }>
