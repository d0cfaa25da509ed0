import type { Environment, HistoricSegmentVersion } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import type { SegmentPlace } from '../../../api/segments.ts'
import { ChangeTable } from '../../../features/diff/change-table.tsx'
import { segmentChanges } from '../../../features/diff/changes/segment-changes.ts'
import { saySegment } from '../../../features/diff/words/say-segment.ts'
import type { Compared } from '../../../features/versions/use-compared.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { envColor } from '../../../ui/pennants/pennant.tsx'

type CompareProps = {
  place: SegmentPlace
  environment: Environment
  latest: HistoricSegmentVersion
  compared: Compared<HistoricSegmentVersion>
  restore: { because: string | undefined; run(version: HistoricSegmentVersion): void }
}

/** A beside B, in words, and A made live again. */
export const CompareSegments = ({ place, environment, latest, compared, restore }: CompareProps) => {
  const { a, b, versionA, versionB } = compared
  const changes = useMemo(
    () => (versionB ? segmentChanges(versionA?.config ?? null, versionB.config) : []),
    [versionA, versionB],
  )
  if (!versionB || (a !== undefined && !versionA)) return <section className="compare" aria-busy />
  const because = versionA?.version === latest.version ? 'It is live now.' : restore.because
  return (
    <section className="compare env" style={envColor(environment.color)} aria-label="Comparison">
      <div className="diff-title">
        <h2>{a === undefined ? `Version ${b}, the first` : `Version ${a} to version ${b}`}</h2>
        {versionA && (
          <div className="actions">
            <Button size="sm" because={because} onClick={() => restore.run(versionA)}>
              <RotateCcw size={16} strokeWidth={1.5} aria-hidden />
              Restore version {a}
            </Button>
          </div>
        )}
      </div>
      {versionA && because !== undefined && (
        <p className="why-not">
          Version {a} cannot be restored: {because}
        </p>
      )}
      <ChangeTable
        changes={changes}
        heads={[a === undefined ? 'A, nothing' : `A, version ${a}`, `B, version ${b}`]}
        foot={changes.length === 0 ? 'Both are the same.' : `B has: ${saySegment(versionB.config)}.`}
      />
      <p className="sources">
        {[versionA, versionB].map(
          (version) =>
            version &&
            version.proposalId !== null && (
              <Link
                key={version.version}
                className="link"
                to="/projects/$projectId/proposals/$proposalId"
                params={{ projectId: place.projectId, proposalId: version.proposalId }}
              >
                The proposal of version {version.version}
              </Link>
            ),
        )}
      </p>
    </section>
  )
}
