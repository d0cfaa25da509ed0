import { useNavigate } from '@tanstack/react-router'
import { useEnvironments } from '../../data/environments.ts'
import { useFlags } from '../../data/flags.ts'
import { Bunting } from '../../parts/bunting.tsx'
import type { CommandSource } from './command.ts'
import { useFlagActions } from './flag-actions.tsx'

export const useFlagCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const actionsOf = useFlagActions(projectId)
  return flags.map((flag) => ({
    id: flag.id,
    group: 'Flags',
    label: flag.name,
    code: flag.key,
    lead: (
      <Bunting environments={environments} versions={flag.versions} height={20} archived={flag.archivedAt !== null} />
    ),
    run: () => navigate({ to: '/projects/$projectId/flags/$flagKey', params: { projectId, flagKey: flag.key } }),
    actions: () => actionsOf(flag),
  }))
}
