import { type Actor, reviewerOf } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { requireOtherPerson } from '../../rules/access/four-eyes.ts'
import { requireStanding } from '../../rules/access/standing.ts'
import type { PendingProposal, Reviewer } from '../../rules/changes/proposals.ts'
import type { Tables } from '../../store/store.ts'

/**
 * Returns the reviewer. Refuses one who is the proposer (by account, key or address), and in a strict environment one
 * who joined too recently.
 */
export const judgeReviewer = async (
  { actor, strictReviewerHours, nowUs }: Pick<Deps, 'strictReviewerHours' | 'nowUs'> & { actor: Actor },
  tx: Tables,
  proposal: PendingProposal,
): Promise<Reviewer> => {
  const reviewer = { ...reviewerOf(actor), type: actor.type }
  const key = await tx.apiKeys.findOwner(proposal.createdBy)
  const proposers = [proposal.proposerId, key?.ownerId].filter((id) => id !== null && id !== undefined)
  const persons = reviewer.personId === null ? [] : [reviewer.personId, ...proposers]
  const addresses = await tx.users.addressesOf(persons)
  const address = (reviewer.personId && addresses.get(reviewer.personId)) ?? null
  const theirs = [proposal.proposerAddress, ...proposers.map((id) => addresses.get(id) ?? null)]
  requireOtherPerson(proposal, { ...reviewer, address }, key, theirs)
  const person = reviewer.personId && (await tx.users.find(actor.orgId, reviewer.personId))
  const environment = await tx.environments.find(proposal.projectId, proposal.environmentId)
  if (person && environment) requireStanding(environment, person, strictReviewerHours, nowUs())
  return { ...reviewer, address }
}
