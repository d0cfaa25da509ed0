import { useNavigate } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { useProjects } from '../../api/projects.ts'
import type { CommandSource } from './command.ts'

export const useProjectCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const { items: projects = [] } = useProjects()
  return projects
    .filter(({ id }) => id !== projectId)
    .map(({ id, name, slug }) => ({
      id,
      group: 'Projects',
      label: name,
      code: slug,
      lead: <FolderOpen size={16} strokeWidth={1.5} aria-hidden />,
      run: () => navigate({ to: '/projects/$projectId/flags', params: { projectId: id } }),
    }))
}
