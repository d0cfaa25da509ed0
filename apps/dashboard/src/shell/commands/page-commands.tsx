import { useNavigate } from '@tanstack/react-router'
import { nav } from '../nav.ts'
import type { CommandSource } from './command.ts'

export const usePageCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  return nav.map(({ to, label, icon: Icon }) => ({
    id: to,
    group: 'Go to',
    label,
    lead: <Icon size={16} strokeWidth={1.5} aria-hidden />,
    run: () => navigate({ to, params: { projectId } }),
  }))
}
