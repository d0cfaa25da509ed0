import type { SegmentOperator } from '../types.ts'

/** Operators on the whole context, not on an attribute. */
export const segmentOperatorNames = ['in_segment', 'not_in_segment'] as const satisfies readonly SegmentOperator[]

/** The words before the names of the segments. */
export const segmentOperatorLabels: Record<SegmentOperator, string> = {
  in_segment: 'is in the segment',
  not_in_segment: 'is not in the segment',
}
