import { proposalApproved } from '../../../rules/audit.ts'
import type { FlagContent, ProposalOf } from '../../../rules/proposals.ts'
import { requireNews } from '../../../rules/protection.ts'
import { changedFields } from '../../changed-fields.ts'
import { changeFlag } from '../../flags/change-flag.ts'
import type { Kind } from './kind.ts'

/** The flag is archived, comes back, or changes whether it is client-safe: in all its environments. */
export const flagChange: Kind<ProposalOf<FlagContent>> = async (context, tx, proposal) => {
  const before = await tx.flags.lock(proposal.flagId)
  const environments = await tx.environments.lockWithVersionsOf(before.id)
  return async (approved) => {
    const update = changedFields({ ...before, archived: before.archivedAt !== null }, proposal.change)
    requireNews(update)
    const { result: flag, ...changed } = await changeFlag(context, tx, before, update, environments)
    return { ...changed, audit: [proposalApproved(approved, flag), ...changed.audit] }
  }
}
