import type { SegmentOperator } from '../types.ts'

/** They ask about the whole context, not about an attribute. */
export const segmentOperatorNames = ['in_segment', 'not_in_segment'] as const satisfies readonly SegmentOperator[]

/** Stands before the names of the segments. */
export const segmentOperatorLabels: Record<SegmentOperator, string> = {
  in_segment: 'is in the segment',
  not_in_segment: 'is not in the segment',
}
