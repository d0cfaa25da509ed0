import { Link } from '@tanstack/react-router'
import { useActors } from '../../data/actors.ts'
import { usePendingProposals, useProposal } from '../../data/proposals.ts'
import { metaText } from '../entry.ts'
import { FlagRef, InEnvironment } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'

export const proposalCreated: ActionWords = {
  label: 'Change proposed',
  resourceType: 'proposal',
  Says: ({ entry, names }) => (
    <>
      proposed a change to{' '}
      <FlagRef projectId={names.projectId} flagKey={metaText(entry, 'flagKey')} env={names.environment(entry)?.slug} />
      <InEnvironment entry={entry} names={names} />
    </>
  ),
  Ref: ({ entry, names: { projectId } }) => {
    const { items = [] } = usePendingProposals(projectId)
    const isPending = items.some(({ id }) => id === entry.resourceId)
    return (
      <ProposalLink projectId={projectId} proposalId={entry.resourceId} label={isPending ? 'Review' : 'See proposal'} />
    )
  },
}

export const proposalApproved: ActionWords = {
  label: 'Proposal approved',
  resourceType: 'proposal',
  Says: (props) => (
    <>
      <Reviewed {...props} verb="approved" />, now version {String(props.entry.meta.version)}
    </>
  ),
  Ref: (props) => <NoteOrLink {...props} />,
}

export const proposalRejected: ActionWords = {
  label: 'Proposal rejected',
  resourceType: 'proposal',
  Says: (props) => <Reviewed {...props} verb="rejected" />,
  Ref: (props) => <NoteOrLink {...props} />,
}

/** An entry about a review names neither the proposer nor, when it was rejected, the flag: the proposal does. */
const Reviewed = ({ entry, names, verb }: EntryProps & { verb: string }) => {
  const { data: proposal } = useProposal(names.projectId, entry.resourceId)
  const proposer = useActors(proposal ? [proposal.createdBy] : [])
  const flagKey = metaText(entry, 'flagKey') ?? (proposal && names.flagKey(proposal.flagId))
  const isOwn = proposal?.createdBy === entry.actorId
  const whose = isOwn ? 'their own change' : proposal ? `${proposer(proposal.createdBy).name}’s change` : 'a change'
  return (
    <>
      {isOwn ? 'withdrew' : verb} {whose} to{' '}
      <FlagRef projectId={names.projectId} flagKey={flagKey} env={names.environment(entry)?.slug} />
      <InEnvironment entry={entry} names={names} />
    </>
  )
}

const NoteOrLink = ({ entry, names: { projectId } }: EntryProps) => {
  const note = metaText(entry, 'note')
  return (
    <ProposalLink
      projectId={projectId}
      proposalId={entry.resourceId}
      label={note === undefined ? 'See proposal' : `“${note}”`}
    />
  )
}

const ProposalLink = ({ projectId, proposalId, label }: { projectId: string; proposalId: string; label: string }) => (
  <Link className="link" to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }}>
    {label}
  </Link>
)
