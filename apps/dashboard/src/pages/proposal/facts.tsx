import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import type { Proposal } from '../../api/proposals.ts'
import { useSession } from '../../api/session.ts'
import { CopyText } from '../../ui/controls/copy.tsx'
import { Time } from '../../ui/time.tsx'
import type { Sides } from './use-sides.tsx'

type FactsProps = {
  projectId: string
  proposal: Proposal
  /** For a config: the version it was made from, and the live one. */
  sides?: Sides
  nameOf(id: string): string
}

export const Facts = ({ projectId, proposal, sides, nameOf }: FactsProps) => {
  const { user } = useSession()
  const by = nameOf(proposal.createdBy)
  const proposer = proposal.createdBy === user.id ? 'you' : isolate(by)
  return (
    <dl className="facts">
      <dt>Proposed by</dt>
      <dd>
        <bdi>{by}</bdi>
      </dd>
      {sides && <Versions sides={sides} proposer={proposer} />}
      {proposal.status === 'pending' && (
        <>
          <dt>Can review</dt>
          <dd>Any editor or admin but {proposer}</dd>
        </>
      )}
      {proposal.replaces !== undefined && (
        <>
          <dt>Replaces</dt>
          <dd>
            <Link
              className="link"
              to="/projects/$projectId/proposals/$proposalId"
              params={{ projectId, proposalId: proposal.replaces }}
            >
              an earlier proposal
            </Link>
          </dd>
        </>
      )}
      <dt>Id</dt>
      <dd>
        <CopyText text={proposal.id} what="the id" />
      </dd>
    </dl>
  )
}

const Versions = ({ sides, proposer }: { sides: Sides; proposer: string }) => (
  <>
    <dt>Base</dt>
    <dd>
      {sides.base.version === 0 ? 'no version' : `version ${sides.base.version}`} <span>what {proposer} saw</span>
    </dd>
    <dt>Current</dt>
    <dd>
      {sides.current ? `version ${sides.current.version}` : 'no version'}{' '}
      {sides.current && (
        <span>
          <Time at={sides.current.createdAt} />
        </span>
      )}
    </dd>
  </>
)
