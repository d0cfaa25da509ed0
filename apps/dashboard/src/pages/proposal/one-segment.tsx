import { isolate } from '@bunting/contract/text'
import { type ReactNode, useState } from 'react'
import { useNames } from '../../data/actors.ts'
import type { SegmentProposal } from '../../data/proposals.ts'
import { type SegmentInList, useSegmentVersion } from '../../data/segments.ts'
import { useSession } from '../../data/session.ts'
import { ChangeTable } from '../../diff/change-table.tsx'
import { saySegment } from '../../diff/say-segment.ts'
import { segmentChanges } from '../../diff/segment-changes.ts'
import { plural } from '../../format/number.ts'
import { Failed } from '../../parts/failed.tsx'
import { envColor } from '../../parts/pennant.tsx'
import { Page } from '../../shell/page.tsx'
import { Facts } from './facts.tsx'
import { Heading } from './heading.tsx'
import { Outcome } from './outcome.tsx'
import { OwnProposal } from './own-proposal.tsx'
import type { ProposalProps } from './proposal-props.ts'
import { Review } from './review.tsx'

type OneSegmentProps = ProposalProps & { proposal: SegmentProposal; segment: SegmentInList; parent: ReactNode }

const action = 'Approve'

/** A proposed config of a segment: whom it takes in and whom it leaves out. */
export const OneSegment = ({ parent, segment, ...props }: OneSegmentProps) => {
  const { proposal, environment } = props
  const { user } = useSession()
  const nameOf = useNames([proposal.createdBy, proposal.reviewedBy])
  const [wasPending] = useState(proposal.status === 'pending')
  const isPending = proposal.status === 'pending'
  const isOwn = proposal.createdBy === user.id
  const latest = segment.versions[environment.id]?.version ?? 0
  const place = isolate(environment.name)
  return (
    <Page
      title={`${segment.key} in ${environment.name}`}
      parent={parent}
      heading={<Heading {...props} segment={segment} by={nameOf(proposal.createdBy)} />}
      inspector={{
        label: 'Review',
        children: (
          <>
            {!isPending && (
              <Outcome
                {...props}
                says={`${place} got it as a new version.`}
                links={{ approved: null, otherwise: null }}
                nameOf={nameOf}
                takesFocus={wasPending}
              />
            )}
            {isPending && isOwn && <OwnProposal {...props} action={action} />}
            {isPending && !isOwn && (
              <Review
                {...props}
                follows={`Approving makes this version ${latest + 1} of the segment in ${place} at once, for every flag that names it.`}
                action={action}
              />
            )}
            <Facts proposal={proposal} nameOf={nameOf} />
          </>
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
