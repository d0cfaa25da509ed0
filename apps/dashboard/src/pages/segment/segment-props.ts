import type { Environment } from '@bunting/contract'
import type { SegmentInList, SegmentRef } from '../../api/segments.ts'

/** The props of every tab of a segment. */
export type SegmentProps = { segment: SegmentInList; segmentRef: SegmentRef; environment: Environment }
