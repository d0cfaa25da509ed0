import { useSegmentUsages } from '../../../api/segments.ts'
import { plural } from '../../../format/number.ts'
import type { SegmentProps } from '../segment-props.ts'
import { UsageList } from '../used-by/usage-list.tsx'

/** What names it, for who is about to change it. */
export const UsedByShort = ({ segment, segmentRef: { projectId } }: SegmentProps) => {
  const { items: usages = [] } = useSegmentUsages(projectId, segment.key, segment.archivedAt === null)
  const flags = new Set(usages.flatMap(({ flagKey }) => flagKey ?? [])).size
  return (
    <section className="large-used" aria-label="Used by">
      <h2>
        Used by <span>{flags === 0 ? 'no flag yet' : plural(flags, 'flag')}</span>
      </h2>
      <UsageList projectId={projectId} usages={usages} />
    </section>
  )
}
