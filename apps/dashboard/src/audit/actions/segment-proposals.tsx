import { metaText } from '../entry.ts'
import { InEnvironment, SegmentRef } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'
import { NoteOrLink, ReviewLink, useReview } from './review.tsx'

const Place = (props: EntryProps) => (
  <>
    the segment <SegmentRef segmentKey={metaText(props.entry, 'segmentKey')} />
    <InEnvironment {...props} />
  </>
)

const Reviewed = (props: EntryProps & { verb: string }) => (
  <>
    {useReview(props)} <Place {...props} />
    {typeof props.entry.meta.version === 'number' && `, now version ${props.entry.meta.version}`}
  </>
)

export const segmentProposalCreated: ActionWords = {
  label: 'Segment change proposed',
  resourceType: 'proposal',
  Says: (props) => (
    <>
      proposed a change to <Place {...props} />
    </>
  ),
  Ref: ReviewLink,
}

export const segmentProposalApproved: ActionWords = {
  label: 'Segment change approved',
  resourceType: 'proposal',
  Says: (props) => <Reviewed {...props} verb="approved" />,
  Ref: NoteOrLink,
}

export const segmentProposalRejected: ActionWords = {
  label: 'Segment change rejected',
  resourceType: 'proposal',
  Says: (props) => <Reviewed {...props} verb="rejected" />,
  Ref: NoteOrLink,
}
