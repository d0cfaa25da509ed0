import { useNames } from '../../data/actors.ts'
import { useEnvironments } from '../../data/environments.ts'
import { useFlags } from '../../data/flags.ts'
import { isOfSegment, type Proposal } from '../../data/proposals.ts'
import { useSegments } from '../../data/segments.ts'
import { ProposalRow } from './proposal-row.tsx'

type ProposalRowsProps = { projectId: string; items: readonly Proposal[] }

export const ProposalRows = ({ projectId, items }: ProposalRowsProps) => {
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const { items: segments = [] } = useSegments(projectId, items.some(isOfSegment))
  const nameOf = useNames(items.flatMap(({ createdBy, reviewedBy }) => [createdBy, reviewedBy]))
  return (
    <ul className="proposal-list" aria-label="Proposals">
      {items.map((proposal) => (
        <ProposalRow
          key={proposal.id}
          projectId={projectId}
          proposal={proposal}
          flag={flags.find(({ id }) => id === proposal.flagId)}
          segment={segments.find(({ id }) => id === proposal.segmentId)}
          environment={environments.find(({ id }) => id === proposal.environmentId)}
          nameOf={nameOf}
        />
      ))}
    </ul>
  )
}
