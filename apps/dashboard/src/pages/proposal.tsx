import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useNames } from '../data/actors.ts'
import { useEnvironments } from '../data/environments.ts'
import { useFlags } from '../data/flags.ts'
import { useProposal } from '../data/proposals.ts'
import { DiffInWords } from '../diff/diff-in-words.tsx'
import { Failed } from '../parts/failed.tsx'
import { Segments } from '../parts/segments.tsx'
import { Page } from '../shell/page.tsx'
import { NotFound } from '../shell/problem.tsx'
import './proposal.css'
import { useSession } from '../data/session.ts'
import { BeforeAfter } from './proposal/before-after.tsx'
import { Facts } from './proposal/facts.tsx'
import { Heading } from './proposal/heading.tsx'
import { MovedOn } from './proposal/moved-on.tsx'
import { Outcome } from './proposal/outcome.tsx'
import { OwnProposal } from './proposal/own-proposal.tsx'
import type { ProposalProps } from './proposal/proposal-props.ts'
import { Review } from './proposal/review.tsx'
import { useSides } from './proposal/use-sides.tsx'
import { Yesterday } from './proposal/yesterday.tsx'

const from = '/projects/$projectId/proposals/$proposalId'

/** One proposal: what it changes, and what may be done with it. */
export const ProposalPage = () => {
  const { projectId, proposalId } = useParams({ from })
  const { data: proposal, error, refetch } = useProposal(projectId, proposalId)
  const { items: flags, error: flagsError, refetch: refetchFlags, isComplete } = useFlags(projectId)
  const environments = useEnvironments(projectId)
  const flag = flags?.find(({ id }) => id === proposal?.flagId)
  const environment = environments.find(({ id }) => id === proposal?.environmentId)
  if (proposal && flag && environment) {
    return <OneProposal key={proposal.id} {...{ projectId, proposal, flag, environment }} />
  }
  // Of another project, or of none.
  const isNowhere = (error && 'status' in error && error.status === 404) || (proposal !== undefined && isComplete)
  if (isNowhere) return <NotFound />
  const failure = error ?? flagsError
  const retry = () => void Promise.all([refetch(), refetchFlags()])
  return (
    <Page title="Proposal" parent={<Parent projectId={projectId} />}>
      {failure && <Failed title="The proposal did not load" error={failure} onRetry={retry} />}
    </Page>
  )
}

const Parent = ({ projectId }: { projectId: string }) => (
  <Link to="/projects/$projectId/proposals" params={{ projectId }}>
    Proposals
  </Link>
)

const OneProposal = (props: ProposalProps) => {
  const { projectId, proposal, flag, environment } = props
  const { user } = useSession()
  const nameOf = useNames([proposal.createdBy, proposal.reviewedBy])
  const sides = useSides(props)
  const [wasPending] = useState(proposal.status === 'pending')
  const isOwn = proposal.createdBy === user.id
  return (
    <Page
      title={`${flag.key} in ${environment.name}`}
      parent={<Parent projectId={projectId} />}
      heading={<Heading {...props} by={nameOf(proposal.createdBy)} />}
      inspector={{
        label: 'Review',
        children: (
          <>
            {proposal.status !== 'pending' && (
              <Outcome {...props} made={sides.made} nameOf={nameOf} takesFocus={wasPending} />
            )}
            {proposal.status === 'pending' && isOwn && <OwnProposal {...props} next={sides.next} />}
            {proposal.status === 'pending' && !isOwn && <Review {...props} next={sides.next} />}
            <Facts {...props} sides={sides} nameOf={nameOf} />
            <Yesterday projectId={projectId} flagKey={flag.key} environment={environment} />
          </>
        ),
      }}
    >
      <BeforeAfter environment={environment} sides={sides} isPending={proposal.status === 'pending'} />
      {sides.movedOn && <MovedOn {...props} movedOn={sides.movedOn} by={nameOf(proposal.createdBy)} />}
      {sides.isLoading ? (
        <div className="min-h-96" aria-busy />
      ) : (
        <DiffInWords
          before={sides.before}
          after={sides.after}
          color={environment.color}
          heads={sides.heads}
          remark={sides.remark}
          actions={
            sides.against && (
              <Segments<'now' | 'base'>
                small
                label="Compare with"
                value={sides.against.value}
                onChange={sides.against.choose}
                options={[
                  { value: 'now', label: sides.against.nowLabel },
                  { value: 'base', label: sides.against.baseLabel },
                ]}
              />
            )
          }
        />
      )}
    </Page>
  )
}
