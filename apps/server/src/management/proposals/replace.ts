import { type EnvironmentId, invalid, type ProposalId } from '@bunting/contract'
import { type Actor, personOf } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { requireOwn } from '../../rules/access/four-eyes.ts'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { type Content, isAboutTheSame, requirePending, review } from '../../rules/changes/proposals.ts'
import { isoTime } from '../../store/core/list.ts'
import type { Tables } from '../../store/store.ts'
import { settleRejected } from './settle-rejected.ts'

/** Withdraws the caller's earlier proposal. A concurrent approval waits for the same locks, and finds it decided. */
export const replace = async (
  { actor, nowUs }: Pick<Deps, 'nowUs'> & { actor: Actor },
  tx: Tables,
  replaces: string,
  by: Content & { id: ProposalId; environmentId: EnvironmentId },
): Promise<{ id: ProposalId; audit: AuditDraft[] }> => {
  const found = await tx.proposals.find(actor.orgId, replaces)
  if (!found || !isAboutTheSame(found, by)) {
    return invalid('The body is not as described.', [
      { path: 'replaces', message: 'must be a proposal of a config for the same, in the same environment' },
    ])
  }
  const proposal = requirePending(await tx.proposals.lock(found.id))
  const reviewer = { id: actor.id, personId: personOf(actor) }
  requireOwn(proposal, reviewer, await tx.apiKeys.findOwner(proposal.createdBy))
  const at = isoTime(nowUs())
  const rejected = review(proposal, 'rejected', { by: reviewer, at, note: `Replaced by ${by.id}` })
  return { id: proposal.id, audit: await settleRejected(tx, [rejected]) }
}
