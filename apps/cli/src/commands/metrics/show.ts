import { command } from '../../core/command.ts'
import { metricText } from '../../experiment/metric-text.ts'
import { bold, dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { orNearMetric } from '../../server/metrics.ts'
import { nameActors } from '../../server/name-actors.ts'
import { metricArgument } from './metric-argument.ts'

export const showMetric = command({
  name: 'show',
  summary: 'Show a metric',
  target: 'project',
  arguments: metricArgument,
  examples: ['metrics show purchases'],
  run: async (context, { metric: metricKey }) => {
    const { api, out, project } = context
    const params = { projectId: project.id, metricKey }
    const metric = await orNearMetric(context, metricKey, () => api.getMetric({ params }))
    const nameOf = await nameActors(api, [metric.createdBy])
    out.show(metric, () => {
      const { key, name, description, direction, adjust, source, archivedAt, createdBy, createdAt } = metric
      out.print(rich`${bold(key)}: ${name}${archivedAt === null ? '' : dim(' (archived)')}`)
      if (description !== null) out.print(rich`${description}`)
      out.print(rich`A unit is worth ${metricText(metric)}.`)
      out.print(rich`${direction === 'increase' ? 'Higher' : 'Lower'} is better.`)
      if (adjust) out.print(rich`It is adjusted by what a unit did before.`)
      if (source === 'server') out.print(rich`Events of client keys do not count.`)
      out.print(dim(rich`Made by ${nameOf(createdBy)}, ${timeText(createdAt)}`))
    })
  },
})
