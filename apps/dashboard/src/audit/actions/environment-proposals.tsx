import { EnvRef } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'
import { NoteOrLink, ReviewLink, SaysChange, useReview } from './review.tsx'

const Place = ({ entry, names }: EntryProps) => (
  <EnvRef projectId={names.projectId} environment={names.environment(entry)} />
)

const Reviewed = (props: EntryProps & { verb: string }) => (
  <>
    {useReview(props)} <Place {...props} />
    <SaysChange {...props} />
  </>
)

export const environmentProposalCreated: ActionWords = {
  label: 'Protection change proposed',
  resourceType: 'proposal',
  Says: (props) => (
    <>
      proposed a change to <Place {...props} />
      <SaysChange {...props} />
    </>
  ),
  Ref: ReviewLink,
}

export const environmentProposalApproved: ActionWords = {
  label: 'Protection change approved',
  resourceType: 'proposal',
  Says: (props) => <Reviewed {...props} verb="approved" />,
  Ref: NoteOrLink,
}

export const environmentProposalRejected: ActionWords = {
  label: 'Protection change rejected',
  resourceType: 'proposal',
  Says: (props) => <Reviewed {...props} verb="rejected" />,
  Ref: NoteOrLink,
}
