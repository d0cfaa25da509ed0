import { command } from '../../core/command.ts'
import { required, wholeNumber } from '../../core/parameters.ts'
import { rich } from '../../output/rich.ts'
import { orNearMetric } from '../../server/metrics.ts'

export const checkMetric = command({
  name: 'check',
  summary: 'Try a metric on your own data, where nothing differs',
  description:
    'Splits the units of the last 14 days in two, again and again: about one split in twenty is wrong, by chance.',
  target: 'environment',
  arguments: { metric: required('its key', { complete: 'metric' }) },
  options: { splits: wholeNumber('n', 'how often, 1 to 1,000 (default: 200)') },
  examples: ['experiments check purchases --env production', 'experiments check purchases --splits 1000'],
  run: async (context, { metric: metricKey, splits }) => {
    const { api, out, project, env } = context
    const params = { projectId: project.id, metricKey }
    const body = { environmentId: env.id, ...(splits === undefined ? {} : { splits }) }
    const answer = await orNearMetric(context, metricKey, () => api.checkMetric({ params, body }))
    out.show(answer, () => {
      const { units, splits: done, significant, expected } = answer
      out.print(
        rich`${significant} of ${done} splits of ${units.toLocaleString('en')} units say that one half is better; by chance about ${Math.round(expected)} would.`,
      )
    })
  },
})
