import { Link } from '@tanstack/react-router'
import { useActors } from '../../data/actors.ts'
import { usePendingProposals, useProposal } from '../../data/proposals.ts'
import { sayProposed } from '../../diff/say-proposed.ts'
import { isolate } from '../../format/isolate.ts'
import { metaText } from '../entry.ts'
import type { EntryProps } from './action.ts'

/** `approved Ada’s change to`: an entry about a review does not name the proposer, the proposal does. */
export const useReview = ({ entry, names, verb }: EntryProps & { verb: string }): string => {
  const { data: proposal } = useProposal(names.projectId, entry.resourceId)
  const proposer = useActors(proposal ? [proposal.createdBy] : [])
  if (!proposal) return `${verb} a change to`
  if (proposal.createdBy === entry.actorId) return 'withdrew their own change to'
  return `${verb} ${isolate(proposer(proposal.createdBy).name)}’s change to`
}

/** `: archive the flag`, where it is no config. */
export const SaysChange = ({ entry: { meta } }: EntryProps) =>
  typeof meta.change === 'object' && meta.change !== null ? `: ${sayProposed(meta.change)}` : null

export const ReviewLink = ({ entry, names: { projectId } }: EntryProps) => {
  const { items = [] } = usePendingProposals(projectId)
  const isPending = items.some(({ id }) => id === entry.resourceId)
  return (
    <ProposalLink projectId={projectId} proposalId={entry.resourceId} label={isPending ? 'Review' : 'See proposal'} />
  )
}

export const NoteOrLink = ({ entry, names: { projectId } }: EntryProps) => {
  const note = metaText(entry, 'note')
  return (
    <ProposalLink
      projectId={projectId}
      proposalId={entry.resourceId}
      label={note === undefined ? 'See proposal' : `“${isolate(note)}”`}
    />
  )
}

const ProposalLink = ({ projectId, proposalId, label }: { projectId: string; proposalId: string; label: string }) => (
  <Link className="link" to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }}>
    {label}
  </Link>
)
