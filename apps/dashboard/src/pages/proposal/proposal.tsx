import { Link, useParams } from '@tanstack/react-router'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import { isOfConfig, isOfExperiment, isOfIds, isOfSchedule, isOfSegment, useProposal } from '../../api/proposals.ts'
import { useSegments } from '../../api/segments.ts'
import { Page } from '../../features/page/page.tsx'
import { NotFound } from '../../features/page/problem.tsx'
import { Failed } from '../../ui/failed.tsx'
import './proposal.css'
import { OneChange } from './one-change.tsx'
import { OneConfig } from './one-config.tsx'
import { OneExperiment } from './one-experiment.tsx'
import { OneIds } from './one-ids.tsx'
import { OneSchedule } from './one-schedule.tsx'
import { OneSegment } from './one-segment.tsx'

const from = '/projects/$projectId/proposals/$proposalId'

/** One proposal: its changes, and the actions on it. */
export const ProposalPage = () => {
  const { projectId, proposalId } = useParams({ from })
  const { data: proposal, error, refetch } = useProposal(projectId, proposalId)
  const { items: flags, error: flagsError, refetch: refetchFlags, isComplete } = useFlags(projectId)
  const segments = useSegments(projectId, proposal?.segmentId !== undefined)
  const environments = useEnvironments(projectId)
  const flag = flags?.find(({ id }) => id === proposal?.flagId)
  const segment = segments.items?.find(({ id }) => id === proposal?.segmentId)
  const environment = environments.find(({ id }) => id === proposal?.environmentId)
  const parent = <Parent projectId={projectId} />
  if (proposal && flag && environment && isOfConfig(proposal)) {
    return <OneConfig key={proposal.id} {...{ projectId, proposal, flag, environment, parent }} />
  }
  if (proposal && segment && environment && isOfSegment(proposal)) {
    return <OneSegment key={proposal.id} {...{ projectId, proposal, segment, environment, parent }} />
  }
  if (proposal?.change && segment && environment && isOfIds(proposal)) {
    return <OneIds key={proposal.id} {...{ projectId, proposal, segment, environment, parent }} />
  }
  if (proposal && flag && environment && isOfSchedule(proposal)) {
    return <OneSchedule key={proposal.id} {...{ projectId, proposal, flag, environment, parent }} />
  }
  if (proposal && flag && environment && isOfExperiment(proposal)) {
    return <OneExperiment key={proposal.id} {...{ projectId, proposal, flag, environment, parent }} />
  }
  if (proposal?.change && environment && !isOfIds(proposal) && (flag || proposal.flagId === null)) {
    return (
      <OneChange key={proposal.id} {...{ projectId, proposal, flag, environment, parent }} change={proposal.change} />
    )
  }
  const isKnown = proposal !== undefined && isComplete && (segments.isComplete || proposal.segmentId === undefined)
  // The proposal is in another project, or does not exist.
  const isNowhere = (error && 'status' in error && error.status === 404) || isKnown
  if (isNowhere) return <NotFound />
  const failure = error ?? flagsError ?? segments.error
  const retry = () => void Promise.all([refetch(), refetchFlags(), ...(segments.error ? [segments.refetch()] : [])])
  return (
    <Page title="Proposal" parent={parent}>
      {failure && <Failed title="The proposal did not load" error={failure} onRetry={retry} />}
    </Page>
  )
}

const Parent = ({ projectId }: { projectId: string }) => (
  <Link to="/projects/$projectId/proposals" params={{ projectId }}>
    Proposals
  </Link>
)
