import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { FlagContent, ProposalOf } from '../../../rules/changes/proposals.ts'
import { type FlagUpdate, requireNews } from '../../../rules/changes/protection.ts'
import { changedFields } from '../../changed-fields.ts'
import { changeFlag } from '../../flags/change-flag.ts'
import { requireMovable } from '../../require-movable.ts'
import type { Kind } from './kind.ts'

/** Archives or restores the flag, or changes whether it is client-safe: in all its environments. */
export const flagChange: Kind<ProposalOf<FlagContent>> = async (context, tx, proposal) => {
  if (proposal.kind === 'archive') await tx.projects.lock(proposal.projectId)
  const before = await tx.flags.lock(proposal.flagId)
  const all = proposal.kind === 'archive' ? await tx.environments.lockAll(proposal.projectId) : []
  const environments = await tx.environments.lockWithVersionsOf(before.id)
  return async (approved) => {
    const update: FlagUpdate = changedFields({ ...before, archived: before.archivedAt !== null }, proposal.change)
    requireNews(update)
    if (update.archived !== undefined) await requireMovable(tx, before, update.archived, all)
    const { result: flag, ...changed } = await changeFlag(context, tx, before, update, environments)
    return { ...changed, audit: [proposalApproved(approved, flag), ...changed.audit] }
  }
}
