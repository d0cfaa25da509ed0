import { useSegmentUsages } from '../../../api/segments.ts'
import { plural } from '../../../format/number.ts'
import { Empty } from '../../../ui/blank.tsx'
import { Failed } from '../../../ui/failed.tsx'
import '../segment.css'
import type { SegmentProps } from '../segment-props.ts'
import { UsageTable } from './usage-table.tsx'

/** The flags and segments that reference this one, in every environment. */
export const UsedBy = ({ segment, segmentRef }: SegmentProps) => {
  const { items: usages, error, refetch } = useSegmentUsages(segmentRef.projectId, segment.key)
  if (error && !usages) return <Failed title="What uses it did not load" error={error} onRetry={() => void refetch()} />
  if (!usages) return <div className="min-h-96" aria-busy />
  if (usages.length === 0) {
    return (
      <Empty title="Nothing names this segment yet">
        In a rule of a flag, choose <b>is in the segment</b> and this segment. It needs a version in the environment of
        the flag.
      </Empty>
    )
  }
  const flags = new Set(usages.flatMap(({ flagKey }) => flagKey ?? [])).size
  const segments = new Set(usages.flatMap(({ segmentKey }) => segmentKey ?? [])).size
  return (
    <>
      <p className="mt-5 text-ink-2">
        {[
          ...(flags > 0 ? [plural(flags, 'flag')] : []),
          ...(segments > 0 ? [plural(segments, 'other segment')] : []),
        ].join(' and ')}{' '}
        in the versions that are live. What is saved here changes their answers at once.
      </p>
      <div className="mt-3">
        <UsageTable projectId={segmentRef.projectId} usages={usages} />
      </div>
    </>
  )
}
