import { useNavigate } from '@tanstack/react-router'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import { Bunting } from '../../ui/pennants/bunting.tsx'
import type { CommandSource } from './command.ts'
import { useFlagActions } from './flag-actions.tsx'
import { useToggleCommand } from './toggle-commands.tsx'

export const useFlagCommands: CommandSource = (context) => {
  const { projectId } = context
  const navigate = useNavigate()
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const toggleCommandOf = useToggleCommand(context)
  const actionsOf = useFlagActions(projectId, toggleCommandOf)
  const open = flags.map((flag) => ({
    id: flag.id,
    group: 'Flags',
    label: flag.name,
    code: flag.key,
    found: [flag.description ?? '', ...(flag.tags ?? [])],
    lead: (
      <Bunting environments={environments} versions={flag.versions} height={20} archived={flag.archivedAt !== null} />
    ),
    run: () => void navigate({ to: '/projects/$projectId/flags/$flagKey', params: { projectId, flagKey: flag.key } }),
    actions: () => actionsOf(flag),
  }))
  return [...open, ...flags.filter(({ archivedAt }) => archivedAt === null).map(toggleCommandOf)]
}
