import { command } from '../../core/command.ts'
import { dim, type Part, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'

export const listSeenEvents = command({
  name: 'events',
  summary: 'List the events that came in, and the metrics that name them',
  target: 'environment',
  examples: ['metrics events --env production'],
  run: async ({ api, out, project, env }) => {
    const answer = await api.listSeenEvents({ params: { projectId: project.id, envId: env.id } })
    out.show(answer, () => {
      out.table(
        ['event', 'last 24 hours', 'last', 'metrics'],
        answer.items.map(({ name, lastDay, lastSeenAt, metrics }): Part[] => [
          name,
          lastDay,
          timeText(lastSeenAt),
          metrics.join(', '),
        ]),
      )
      if (answer.items.length === 0) {
        out.note(dim(rich`No event came in yet. Code sends one: flags.track('purchase', { userId: … })`))
      }
    })
  },
})
