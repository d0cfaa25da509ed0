import { type ActorId, fail, type UserId } from '@bunting/contract'
import type { Reviewer } from '../changes/proposals.ts'

type Proposer = {
  createdBy: ActorId
  /** The person behind the proposal when it was made. */
  proposerId: UserId | null
}
/** The key that proposed, as it is now: its owner may have changed since. */
type ProposingKey = { ownerId: UserId | null; description: string }

/** Tells whether the reviewer is the proposer, whichever of their sessions and keys they used. */
const isOwn = (proposal: Proposer, by: Reviewer, key: ProposingKey | undefined): boolean =>
  proposal.createdBy === by.id || (by.personId !== null && [proposal.proposerId, key?.ownerId].includes(by.personId))

export const requireOwn = (proposal: Proposer, by: Reviewer, key: ProposingKey | undefined): void => {
  if (isOwn(proposal, by, key)) return
  fail('FORBIDDEN', 'Only who proposed it replaces it. Reject it, and propose yours then.')
}

/**
 * Four eyes are two people: the proposer cannot approve, whichever of their sessions and keys they use. Each key without an
 * owner (the bootstrap's, the operator's, and keys made with those) is an actor of its own. `addresses` are the proposer's
 * e-mail addresses, then and now: a second account is not a second person.
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
