import { sayProposed } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { GitPullRequestArrow } from 'lucide-react'
import { usePendingProposals } from '../../api/proposals.ts'

/** The pending proposals of this flag other than configs, which the bar shows. */
export const ProposedChanges = ({ projectId, flagId }: { projectId: string; flagId: string }) => {
  const { items = [] } = usePendingProposals(projectId)
  const changes = items.flatMap((one) => (one.flagId === flagId && one.change ? [{ ...one, change: one.change }] : []))
  return changes.map(({ id, change }) => (
    <Link
      key={id}
      className="hint pending"
      to="/projects/$projectId/proposals/$proposalId"
      params={{ projectId, proposalId: id }}
    >
      <GitPullRequestArrow size={14} strokeWidth={1.5} aria-hidden />
      Proposed: {sayProposed(change)}
    </Link>
  ))
}
