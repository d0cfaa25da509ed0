import type { SegmentInList } from '../../api/segments.ts'
import { ArchiveSegment } from './archive-segment.tsx'
import { EditSegment } from './edit-segment.tsx'

export type SegmentDialog = 'edit' | 'archive'

type SegmentDialogsProps = {
  open: SegmentDialog | undefined
  segment: SegmentInList
  projectId: string
  onClose(): void
}

/** The dialogs about a segment as a whole. */
export const SegmentDialogs = ({ open, ...props }: SegmentDialogsProps) => {
  if (open === 'edit') return <EditSegment {...props} />
  return open === 'archive' ? <ArchiveSegment {...props} /> : null
}
