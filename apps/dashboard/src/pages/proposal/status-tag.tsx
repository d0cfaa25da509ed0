import { Check, Clock, Undo2, X } from 'lucide-react'
import type { Proposal } from '../../data/proposals.ts'
import { Tag } from '../../parts/tag.tsx'

type Fate = 'pending' | 'approved' | 'rejected' | 'withdrawn'

/** Whoever rejects their own withdraws it. */
export const fateOf = ({ status, createdBy, reviewedBy }: Proposal): Fate =>
  status === 'rejected' && createdBy === reviewedBy ? 'withdrawn' : status

const looks = {
  pending: { kind: 'accent', icon: Clock, says: 'Waiting for review' },
  approved: { kind: 'yes', icon: Check, says: 'Approved' },
  rejected: { kind: 'no', icon: X, says: 'Rejected' },
  withdrawn: { kind: 'line', icon: Undo2, says: 'Withdrawn' },
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
