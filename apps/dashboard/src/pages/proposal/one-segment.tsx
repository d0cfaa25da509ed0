import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNames } from '../../api/actors.ts'
import { useSegmentVersion } from '../../api/segments.ts'
import { ChangeTable } from '../../features/diff/change-table.tsx'
import { segmentChanges } from '../../features/diff/changes/segment-changes.ts'
import { saySegment } from '../../features/diff/words/say-segment.ts'
import { Page } from '../../features/page/page.tsx'
import { plural } from '../../format/number.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { Heading } from './heading.tsx'
import { Panel } from './panel.tsx'
import type { SegmentProps } from './proposal-props.ts'
import { useAmendSegment } from './use-amend.ts'

type OneSegmentProps = SegmentProps & { parent: ReactNode }

const nothing = { version: 0, included: [], excluded: [], rules: [] }

/** A proposed config of a segment: whom it takes in and whom it leaves out. */
export const OneSegment = ({ parent, segment, ...props }: OneSegmentProps) => {
  const { projectId, proposal, environment } = props
  const nameOf = useNames([proposal.createdBy])
  const isPending = proposal.status === 'pending'
  const latest = segment.versions[environment.id]?.version ?? 0
  const place = isolate(environment.name)
  const at = { projectId, envId: environment.id, segmentKey: segment.key }
  const { data: now } = useSegmentVersion(at, isPending ? latest : 0)
  const amend = useAmendSegment({ ...props, segment }, now?.config ?? nothing)
  const link = (
    <Link
      to="/projects/$projectId/segments/$segmentKey"
      params={{ projectId, segmentKey: segment.key }}
      className={buttonClass({})}
    >
      Open the segment
    </Link>
  )
  return (
    <Page
      title={`${segment.key} in ${environment.name}`}
      parent={parent}
      heading={<Heading {...props} segment={segment} by={nameOf(proposal.createdBy)} />}
      inspector={{
        label: 'Review',
        children: (
          <Panel
            {...props}
            action="Approve"
            version={latest}
            follows={`Approving makes this version ${latest + 1} of the segment in ${place} at once, for every flag that names it.`}
            says={`${place} got it as a new version.`}
            links={{ approved: link, otherwise: link }}
            onAmend={latest === 0 || now ? amend : undefined}
          />
        ),
      }}
    >
      <Changes {...props} segment={segment} version={isPending ? latest : proposal.proposedConfig.version} />
    </Page>
  )
}

type ChangesProps = Omit<OneSegmentProps, 'parent'> & {
  /** What it is held against: what is there now or, once it is decided, what its proposer saw. 0 for nothing. */
  version: number
}

const Changes = ({ projectId, proposal, segment, environment, version }: ChangesProps) => {
  const { data, error, refetch } = useSegmentVersion(
    { projectId, envId: environment.id, segmentKey: segment.key },
    version,
  )
  if (error) return <Failed title="The segment did not load" error={error} onRetry={() => void refetch()} />
  if (version > 0 && !data) return <div className="min-h-96" aria-busy />
  const changes = segmentChanges(data?.config ?? null, proposal.proposedConfig)
  return (
    <div className="env mt-5" style={envColor(environment.color)}>
      <div className="diff-title">
        <h2>{changes.length === 0 ? 'No changes' : plural(changes.length, 'change')}</h2>
      </div>
      <ChangeTable
        changes={changes}
        heads={[version === 0 ? 'Before, nothing' : `Before, version ${version}`, 'After']}
        foot={`It has then: ${saySegment(proposal.proposedConfig)}.`}
      />
    </div>
  )
}
