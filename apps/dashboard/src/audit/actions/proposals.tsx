import { useProposal } from '../../data/proposals.ts'
import { metaText } from '../entry.ts'
import { FlagRef, InEnvironment } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'
import { NoteOrLink, ReviewLink, SaysChange, useReview } from './review.tsx'

export const proposalCreated: ActionWords = {
  label: 'Change proposed',
  resourceType: 'proposal',
  Says: (props) => (
    <>
      proposed a change to <Place {...props} flagKey={metaText(props.entry, 'flagKey')} />
    </>
  ),
  Ref: ReviewLink,
}

export const proposalApproved: ActionWords = {
  label: 'Proposal approved',
  resourceType: 'proposal',
  Says: (props) => (
    <>
      <Reviewed {...props} verb="approved" />
      {typeof props.entry.meta.version === 'number' && `, now version ${props.entry.meta.version}`}
    </>
  ),
  Ref: NoteOrLink,
}

export const proposalRejected: ActionWords = {
  label: 'Proposal rejected',
  resourceType: 'proposal',
  Says: (props) => <Reviewed {...props} verb="rejected" />,
  Ref: NoteOrLink,
}

/** An entry about one that was rejected does not name the flag: the proposal does. */
const Reviewed = (props: EntryProps & { verb: string }) => {
  const { entry, names } = props
  const { data: proposal } = useProposal(names.projectId, entry.resourceId)
  const flagKey = metaText(entry, 'flagKey') ?? (proposal?.flagId ? names.flagKey(proposal.flagId) : undefined)
  return (
    <>
      {useReview(props)} <Place {...props} flagKey={flagKey} />
    </>
  )
}

const Place = (props: EntryProps & { flagKey: string | undefined }) => {
  const { entry, names, flagKey } = props
  return (
    <>
      <FlagRef projectId={names.projectId} flagKey={flagKey} env={names.environment(entry)?.slug} />
      <InEnvironment entry={entry} names={names} />
      <SaysChange {...props} />
    </>
  )
}
