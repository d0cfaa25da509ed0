import { isolate } from '@bunting/contract/text'
import type { ReactNode } from 'react'
import { editsBetween, noSegment } from '../../api/segment-edits.ts'
import { useSegmentVersion } from '../../api/segments.ts'
import { SegmentDiff } from '../../features/diff/segment-diff.tsx'
import { segmentDraft } from '../../features/draft/segment-draft.ts'
import { Failed } from '../../ui/failed.tsx'
import { ProposalFrame } from './proposal-frame.tsx'
import type { SegmentProps } from './proposal-props.ts'
import { useAmend } from './use-amend.ts'

type OneSegmentProps = SegmentProps & { parent: ReactNode }

/** A proposed config of a segment: whom it includes and excludes. */
export const OneSegment = (props: OneSegmentProps) => {
  const { projectId, proposal, segment, environment } = props
  const isPending = proposal.status === 'pending'
  const latest = segment.versions[environment.id]?.version ?? 0
  const name = isolate(environment.name)
  const segmentRef = { projectId, envId: environment.id, segmentKey: segment.key }
  const { data: now } = useSegmentVersion(segmentRef, isPending ? latest : 0)
  // The draft is the difference between the live version and the proposal.
  const amend = useAmend(props, segmentDraft(segmentRef), () => {
    const from = now?.config ?? noSegment
    return { base: from.version, ...editsBetween(from, proposal.proposedConfig) }
  })
  return (
    <ProposalFrame
      {...props}
      action="Approve"
      version={latest}
      follows={`Approving makes this version ${latest + 1} of the segment in ${name} at once, for every flag that names it.`}
      says={`${name} got it as a new version.`}
      onAmend={latest === 0 || now ? amend : undefined}
    >
      <Changes {...props} version={isPending ? latest : proposal.proposedConfig.version} />
    </ProposalFrame>
  )
}

type ChangesProps = SegmentProps & {
  /** The version to compare with: the live one or, after the decision, the one that the proposer saw. 0 for nothing. */
  version: number
}

const Changes = ({ projectId, proposal, segment, environment, version }: ChangesProps) => {
  const { data, error, refetch } = useSegmentVersion(
    { projectId, envId: environment.id, segmentKey: segment.key },
    version,
  )
  if (error) return <Failed title="The segment did not load" error={error} onRetry={() => void refetch()} />
  if (version > 0 && !data) return <div className="min-h-96" aria-busy />
  return (
    <div className="mt-5">
      <SegmentDiff
        before={data?.config ?? null}
        after={proposal.proposedConfig}
        color={environment.color}
        heads={[version === 0 ? 'Before, nothing' : `Before, version ${version}`, 'After']}
      />
    </div>
  )
}
