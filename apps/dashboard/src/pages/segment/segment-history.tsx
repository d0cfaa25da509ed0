import { History } from '../../features/versions/history/history.tsx'
import { segmentKind } from './segment-kind.ts'
import type { SegmentProps } from './segment-props.ts'

export const SegmentHistory = ({ segment, environment }: SegmentProps) => (
  <History kind={segmentKind(segment, environment)} />
)
