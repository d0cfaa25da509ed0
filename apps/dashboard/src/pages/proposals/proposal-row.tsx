import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import { isOfConfig, type Proposal } from '../../api/proposals.ts'
import type { SegmentInList } from '../../api/segments.ts'
import { ProposalStatusTag } from '../../features/proposals/status-tag.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { Time } from '../../ui/time.tsx'
import { ApproveHere } from './approve-here.tsx'
import type { ApproveHereProps } from './approve-here-props.ts'
import { sayProposal } from './say-proposal.ts'

type ProposalRowProps = {
  projectId: string
  proposal: Proposal
  /** Absent until it is loaded. */
  flag: FlagInList | undefined
  segment: SegmentInList | undefined
  environment: Environment | undefined
  nameOf(id: string): string
  /** The user may approve or reject it here. */
  isMine?: boolean
}

/** A proposal: the pennant before and after, its changes, who proposed it and when. */
export const ProposalRow = (props: ProposalRowProps) => {
  const { projectId, proposal, flag, segment, environment, nameOf, isMine = false } = props
  const { id, status, createdBy, createdAt } = proposal
  const about = flag ?? segment
  const isPending = status === 'pending'
  return (
    <li>
      <Link to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId: id }}>
        <span className="from-to">
          {environment && <FromTo proposal={proposal} flag={flag} environment={environment} />}
        </span>
        <span className="what">
          <span className="name">
            <b dir="auto">{about?.name}</b> {about && <code>{about.key}</code>}
            {segment && ', a segment,'}
            {about && environment && ' in '}
            {environment && <EnvName environment={environment} />}
          </span>
          {isPending ? (
            <span className="says">{sayProposal(proposal, flag, segment)}</span>
          ) : (
            <Decision proposal={proposal} nameOf={nameOf} />
          )}
          {proposal.comment !== undefined && (
            <span className="says why">
              “<bdi>{proposal.comment}</bdi>”
            </span>
          )}
        </span>
        <span className="who">
          <bdi>{nameOf(createdBy)}</bdi>
          <Time at={createdAt} />
        </span>
      </Link>
      {isMine && environment && (flag || segment || proposal.flagId === null) && (
        <Decide projectId={projectId} proposal={proposal} flag={flag} segment={segment} environment={environment} />
      )}
    </li>
  )
}

const Decide = (props: ApproveHereProps) => {
  const [isOpen, setOpen] = useState(false)
  const { flag, segment, environment } = props
  const name = isolate((flag ?? segment)?.name ?? environment.name)
  return (
    <>
      <Button
        size="sm"
        aria-label={`Approve the change to ${name} in ${isolate(environment.name)}`}
        onClick={() => setOpen(true)}
      >
        Approve
      </Button>
      {isOpen && <ApproveHere {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type FromToProps = Pick<ProposalRowProps, 'proposal' | 'flag'> & { environment: Environment }

/** The pennants before and after; other changes than of a config show only the current state. */
const FromTo = ({ proposal, flag, environment }: FromToProps) => {
  const before = pennantState(flag?.versions[environment.id]?.config)
  if (!isOfConfig(proposal)) {
    return flag && <Pennant environment={environment} state={before} line label={`Now ${sayState(before)}`} />
  }
  const after = pennantState(proposal.proposedConfig)
  return (
    <>
      {flag && proposal.status === 'pending' && (
        <>
          <Pennant environment={environment} state={before} line label={`Now ${sayState(before)}`} />
          <ArrowRight size={14} strokeWidth={1.5} aria-hidden />
        </>
      )}
      <Pennant environment={environment} state={after} line label={`If approved ${sayState(after)}`} />
    </>
  )
}

const Decision = ({ proposal, nameOf }: Pick<ProposalRowProps, 'proposal' | 'nameOf'>) => {
  const { reviewedBy, reviewedAt, reviewNote, createdBy } = proposal
  return (
    <span className="says">
      <ProposalStatusTag proposal={proposal} />{' '}
      {reviewedBy !== null &&
        reviewedBy !== createdBy &&
        `by ${nameOf(reviewedBy) === 'You' ? 'you' : isolate(nameOf(reviewedBy))} `}
      {reviewedAt !== null && <Time at={reviewedAt} />}
      {reviewNote !== null && `: ${isolate(reviewNote)}`}
    </span>
  )
}
