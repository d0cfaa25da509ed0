import type { Environment } from '@bunting/contract'
import type { SegmentInList, SegmentRef } from '../../api/segments.ts'

/** What every tab of a segment is about. */
export type SegmentProps = { segment: SegmentInList; segmentRef: SegmentRef; environment: Environment }
