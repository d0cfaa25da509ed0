import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { removable, text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { orNearMetric } from '../../server/metrics.ts'
import { metricArgument } from './metric-argument.ts'

export const updateMetric = command({
  name: 'update',
  summary: 'Change what people read of a metric',
  target: 'project',
  arguments: metricArgument,
  options: { name: text('text', 'its name'), description: removable('text', 'what it is for') },
  examples: ['metrics update purchases --name "People who buy"', 'metrics update purchases --no-description'],
  run: async (context, { metric: metricKey, name, description }) => {
    const { api, out, project } = context
    if (name === undefined && description === undefined) {
      wrongUse('Nothing is said to change.', '--name <text>, --description <text> or --no-description')
    }
    const params = { projectId: project.id, metricKey }
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description: description === false ? null : description }),
    }
    const metric = await orNearMetric(context, metricKey, () => api.updateMetric({ params, body }))
    out.show(metric, () => out.note(rich`${green('Changed')} ${metric.key}.`))
  },
})
