import type { HistoricSegmentVersion } from '@bunting/contract'
import { useState } from 'react'
import { findSegmentProposal, usePendingProposals, useSegmentProposals } from '../../../api/proposals.ts'
import { useSegmentVersions } from '../../../api/segment-versions.ts'
import { segmentVersionQuery } from '../../../api/segments.ts'
import { useBecause } from '../../../api/session.ts'
import { segmentChanges } from '../../../features/diff/changes/segment-changes.ts'
import { sayChanges } from '../../../features/diff/words/words.ts'
import { useCompared } from '../../../features/versions/use-compared.ts'
import { VersionList } from '../../../features/versions/version-list.tsx'
import { saySize } from '../../../format/say-size.ts'
import { Empty } from '../../../ui/blank.tsx'
import { Failed } from '../../../ui/failed.tsx'
import type { SegmentProps } from '../segment-props.ts'
import { saySegmentState, segmentState } from '../segment-state.ts'
import { CompareSegments } from './compare-segments.tsx'
import { RestoreSegment } from './restore-segment.tsx'

/** Every version of a segment in one environment, and what differs between any two. */
export const SegmentHistory = (props: SegmentProps) => {
  const { segment, place, environment } = props
  const { items: loaded, error, refetch, ...more } = useSegmentVersions(segment, place)
  const { items: approved = [] } = useSegmentProposals(place, 'approved')
  const compared = useCompared(loaded, (version) => segmentVersionQuery(place, version))
  const [restored, setRestored] = useState<HistoricSegmentVersion>()
  const because = useBecauseRestore(props)
  if (error && !loaded) return <Failed title="The history did not load" error={error} onRetry={() => void refetch()} />
  if (!loaded) return <div className="min-h-96" aria-busy />
  const [latest] = loaded
  if (!latest) {
    return (
      <Empty title={`No version in ${environment.name} yet`}>
        Until it has one, no flag here can name this segment. Add somebody under Members.
      </Empty>
    )
  }
  const restore = { because, run: (version: HistoricSegmentVersion) => setRestored(version) }
  return (
    <div className="history">
      <VersionList
        projectId={place.projectId}
        environment={environment}
        telling={{ stateOf, sayState: saySegmentState, say, restore }}
        // What the last of a page changed is known only once the one before it is there.
        versions={more.hasNextPage ? loaded.slice(0, -1) : loaded}
        oldest={more.hasNextPage ? loaded.at(-1) : undefined}
        approved={approved}
        compared={compared}
        onMore={more.hasNextPage ? () => void more.fetchNextPage() : undefined}
        isLoadingMore={more.isFetchingNextPage}
      />
      <CompareSegments place={place} environment={environment} latest={latest} compared={compared} restore={restore} />
      {restored && (
        <RestoreSegment {...props} version={restored} latest={latest} onClose={() => setRestored(undefined)} />
      )}
    </div>
  )
}

const stateOf = ({ config }: HistoricSegmentVersion) => segmentState(config)

const say = (version: HistoricSegmentVersion, previous: HistoricSegmentVersion | undefined): string =>
  previous ? sayChanges(segmentChanges(previous.config, version.config)) : `First version, ${saySize(sizeOf(version))}`

const sizeOf = ({ config }: HistoricSegmentVersion) => ({
  included: config.included.length,
  excluded: config.excluded.length,
  rules: config.rules.length,
})

const useBecauseRestore = ({ segment, place, environment }: SegmentProps): string | undefined => {
  const role = useBecause('editor')
  const { items: pending = [] } = usePendingProposals(place.projectId)
  if (role !== undefined) return role
  if (segment.archivedAt !== null) return 'The segment is archived.'
  if (environment.protected && findSegmentProposal(pending, segment.id, environment.id)) {
    return `A proposal is waiting in ${environment.name} already, one at a time. Approve, reject or withdraw it first.`
  }
  return undefined
}
