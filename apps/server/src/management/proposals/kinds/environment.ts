import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { EnvironmentContent, ProposalOf } from '../../../rules/changes/proposals.ts'
import { requireAdminFor, requireNews } from '../../../rules/changes/protection.ts'
import { changedEnvironment, changeEnvironment } from '../../environments/change-environment.ts'
import type { Kind } from './kind.ts'

/** Makes the environment no longer strict, or no longer protected, or lets it allow emergency saves. */
export const environment: Kind<ProposalOf<EnvironmentContent>> = async (context, tx, proposal) => {
  const before = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    requireAdminFor(context.actor)
    const update = changedEnvironment(before, proposal.change)
    requireNews(update)
    const changed = await changeEnvironment(context, tx, proposal.projectId, before, update)
    return { audit: [proposalApproved(approved), ...changed.audit] }
  }
}
