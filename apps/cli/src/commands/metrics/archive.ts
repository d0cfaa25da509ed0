import { command } from '../../core/command.ts'
import { green, rich } from '../../output/rich.ts'
import { orNearMetric } from '../../server/metrics.ts'
import { metricArgument } from './metric-argument.ts'

const archiveOrNot = (name: 'archive' | 'unarchive', archived: boolean, summary: string, description: string) =>
  command({
    name,
    summary,
    description,
    target: 'project',
    arguments: metricArgument,
    examples: [`metrics ${name} purchases`],
    run: async (context, { metric: metricKey }) => {
      const { api, out, project } = context
      const params = { projectId: project.id, metricKey }
      const answer = await orNearMetric(context, metricKey, () => api.updateMetric({ params, body: { archived } }))
      out.show(answer, () => out.note(rich`${green(archived ? 'Archived' : 'Unarchived')} ${answer.key}.`))
    },
  })

export const archiveMetric = archiveOrNot(
  'archive',
  true,
  'Archive a metric',
  'Its events are no longer kept, unless another metric names them. One that a running experiment uses is refused.',
)

export const unarchiveMetric = archiveOrNot(
  'unarchive',
  false,
  'Bring an archived metric back',
  'Its events are kept again from now on.',
)
