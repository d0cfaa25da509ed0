import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { toast } from '../../api/core/toast.tsx'
import { useBecause } from '../../api/session.ts'
import type { CommandSource } from './command.ts'

export const useNewFlagCommand: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const because = useBecause('editor')
  const run = () =>
    because === undefined
      ? void navigate({ to: '/projects/$projectId/flags', params: { projectId }, search: { new: 'flag' } })
      : toast({ kind: 'no', title: 'No new flag', children: because })
  return [
    { id: 'new-flag', group: 'Make', label: 'New flag', lead: <Plus size={16} strokeWidth={1.5} aria-hidden />, run },
  ]
}
