import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import { useSchedules } from '../../api/schedules.ts'
import type { Command, CommandSource } from './command.ts'

/** Commands that find schedules in progress, by the flag that they change. */
export const useScheduleCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const { items: schedules = [] } = useSchedules(projectId)
  return schedules.flatMap(({ id, flagId, environmentId, status, endedAt }): Command[] => {
    const flag = flags.find((one) => one.id === flagId)
    const environment = environments.find((one) => one.id === environmentId)
    if (!flag || !environment || endedAt !== null) return []
    return [
      {
        id,
        group: 'Schedules',
        label: `${flag.name} in ${isolate(environment.name)}`,
        code: flag.key,
        found: ['schedule'],
        hint: status,
        lead: <CalendarClock size={16} strokeWidth={1.5} aria-hidden />,
        run: () =>
          void navigate({
            to: '/projects/$projectId/flags/$flagKey',
            params: { projectId, flagKey: flag.key },
            search: { env: environment.slug },
          }),
      },
    ]
  })
}
