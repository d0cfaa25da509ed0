import { metaText } from '../entry.ts'
import { InEnvironment, SegmentRef } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'

export const segmentCreated: ActionWords = {
  label: 'Segment created',
  resourceType: 'segment',
  Says: ({ entry }) => (
    <>
      created the segment <SegmentRef segmentKey={metaText(entry, 'key')} />
    </>
  ),
}

const Updated = ({ entry, names }: EntryProps) => {
  const segment = <SegmentRef segmentKey={metaText(entry, 'key') ?? names.segmentKey(entry.resourceId)} />
  const { archivedAt } = entry.meta
  if (archivedAt === undefined) return <>changed the segment {segment}</>
  return archivedAt === null ? <>brought the segment {segment} back</> : <>archived the segment {segment}</>
}

export const segmentUpdated: ActionWords = { label: 'Segment changed', resourceType: 'segment', Says: Updated }

export const segmentVersionCreated: ActionWords = {
  label: 'Segment saved',
  resourceType: 'segment_version',
  Says: (props) => (
    <>
      saved version {String(props.entry.meta.version)} of the segment{' '}
      <SegmentRef segmentKey={metaText(props.entry, 'segmentKey')} />
      <InEnvironment {...props} />
    </>
  ),
}
