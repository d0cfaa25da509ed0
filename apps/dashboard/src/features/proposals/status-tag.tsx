import { Check, Clock, Replace, Undo2, X } from 'lucide-react'
import type { Proposal } from '../../api/proposals.ts'
import { Tag } from '../../ui/tag.tsx'

type Fate = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'replaced'

/** The id of the proposal that replaced this one, which the service writes into the note. */
export const replacementOf = ({ status, reviewNote }: Proposal): string | undefined =>
  status === 'rejected' ? /^Replaced by (prop_\w+)$/.exec(reviewNote ?? '')?.[1] : undefined

/** The fate of a proposal: a user who rejects their own withdraws or replaces it. */
export const fateOf = (proposal: Proposal): Fate => {
  if (replacementOf(proposal) !== undefined) return 'replaced'
  const { status, createdBy, reviewedBy } = proposal
  return status === 'rejected' && createdBy === reviewedBy ? 'withdrawn' : status
}

const looks = {
  pending: { kind: 'accent', icon: Clock, says: 'Waiting for review' },
  approved: { kind: 'yes', icon: Check, says: 'Approved' },
  rejected: { kind: 'no', icon: X, says: 'Rejected' },
  withdrawn: { kind: 'line', icon: Undo2, says: 'Withdrawn' },
  replaced: { kind: 'line', icon: Replace, says: 'Replaced' },
} as const satisfies Record<Fate, unknown>

export const ProposalStatusTag = ({ proposal }: { proposal: Proposal }) => {
  const { kind, icon: Icon, says } = looks[fateOf(proposal)]
  return (
    <Tag kind={kind}>
      <Icon size={13} strokeWidth={1.75} aria-hidden />
      {says}
    </Tag>
  )
}
