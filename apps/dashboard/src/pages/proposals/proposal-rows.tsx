import { useNames } from '../../api/actors.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import type { Proposal } from '../../api/proposals.ts'
import { useSegments } from '../../api/segments.ts'
import { ProposalRow } from './proposal-row.tsx'

type ProposalRowsProps = { projectId: string; items: readonly Proposal[] }

export const ProposalRows = ({ projectId, items }: ProposalRowsProps) => {
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const { items: segments = [] } = useSegments(
    projectId,
    items.some(({ segmentId }) => segmentId !== undefined),
  )
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
