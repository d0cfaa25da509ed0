import { type ActorId, fail, type UserId } from '@bunting/contract'
import type { Reviewer } from '../changes/proposals.ts'

type Proposer = {
  createdBy: ActorId
  /** The person behind the proposal when it was made. */
  proposerId: UserId | null
}
/** The key that proposed, as it is now: its owner may have changed since. */
type ProposingKey = { ownerId: UserId | null; description: string }

/** Whether it is theirs: by whatever session or key of theirs they proposed it, and by whichever they come now. */
const isOwn = (proposal: Proposer, by: Reviewer, key: ProposingKey | undefined): boolean =>
  proposal.createdBy === by.id || (by.personId !== null && [proposal.proposerId, key?.ownerId].includes(by.personId))

export const requireOwn = (proposal: Proposer, by: Reviewer, key: ProposingKey | undefined): void => {
  if (isOwn(proposal, by, key)) return
  fail('FORBIDDEN', 'Only who proposed it replaces it. Reject it, and propose yours then.')
}

/**
 * Four eyes are two people: whoever proposed it cannot be the one who approves it, by whatever session or key of theirs.
 * Keys of nobody (the bootstrap's, the operator's, and those that they made) are each an actor of their own. `addresses` are
 * those of whoever proposed it, then and now: an account more is no person more.
 */
export const requireOtherPerson = (
  proposal: Proposer,
  by: Reviewer & { type: 'api_key' | 'user' },
  key: ProposingKey | undefined,
  addresses: readonly (string | null)[] = [],
): void => {
  const self = (message: string) => fail('SELF_APPROVAL_FORBIDDEN', `${message}: another person has to approve it.`)
  const named = `"${key?.description ?? proposal.createdBy}"`
  if (proposal.createdBy === by.id && by.type === 'user') self('You proposed this yourself')
  if (proposal.createdBy === by.id) {
    fail('SELF_APPROVAL_FORBIDDEN', 'The proposer cannot approve their own proposal: another actor has to.')
  }
  if (!isOwn(proposal, by, key)) {
    if (by.address && addresses.includes(by.address)) self('Another account with your address proposed this')
    return
  }
  if (by.type === 'api_key') self('This key belongs to the person who proposed this')
  if (by.personId !== proposal.proposerId) self(`This was proposed with the key ${named}, which is yours now`)
  self(`You proposed this yourself, with your key ${named}`)
}
