import type { Environment } from '@bunting/contract'
import type { SegmentInList, SegmentPlace } from '../../api/segments.ts'

/** What every tab of a segment is about. */
export type SegmentProps = { segment: SegmentInList; place: SegmentPlace; environment: Environment }
