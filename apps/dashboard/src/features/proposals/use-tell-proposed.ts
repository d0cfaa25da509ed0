import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../api/core/toast.tsx'

/** Shows a message if a change became a proposal only, since a strict environment requires two people. */
export const useTellProposed = (projectId: string): ((answer: { id: string }) => boolean) => {
  const navigate = useNavigate()
  return (answer) => {
    if (!('change' in answer)) return false
    const params = { projectId, proposalId: answer.id }
    toast({
      kind: 'yes',
      title: 'Proposed',
      children: 'Nothing changes until somebody else approves it.',
      action: { label: 'See it', run: () => navigate({ to: '/projects/$projectId/proposals/$proposalId', params }) },
    })
    return true
  }
}
