import type { AnswerOf, Endpoints } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { number, required, wholeNumber } from '../../core/parameters.ts'
import { dim, type Part, rich } from '../../output/rich.ts'
import { effect } from './create.ts'

type Plan = AnswerOf<Endpoints['planExperiment']>

export const planExperiment = command({
  name: 'plan',
  summary: 'How many units and days it takes to see an effect',
  description: 'From what the units of the last 14 days did, or from a baseline that you give.',
  target: 'environment',
  arguments: { metric: required('the metric that decides', { complete: 'metric' }) },
  options: {
    effect,
    variants: wholeNumber('n', 'control and the others (default: 2)'),
    unitsPerDay: number('n', 'how many units come a day (default: as many as lately)'),
    mean: number('n', 'the baseline, in place of what units did lately'),
    deviation: number('n', 'the standard deviation of a unit, with --mean; a conversion’s follows from it'),
  },
  examples: [
    'experiments plan purchases --effect 5 --env production',
    'experiments plan purchases --mean 0.1 --units-per-day 2000',
  ],
  run: async (
    { api, out, project, env },
    { metric, effect: minimumEffect, variants, unitsPerDay, mean, deviation },
  ) => {
    const given = Object.entries({ minimumEffect, variants, unitsPerDay })
    const baseline = mean === undefined ? {} : { baseline: { mean, ...(deviation === undefined ? {} : { deviation }) } }
    const body = {
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      ...baseline,
      metric,
      environmentId: env.id,
    }
    const plan = await api.planExperiment({ params: { projectId: project.id }, body })
    out.show(plan, () => {
      out.table(
        ['method', 'units a variant', 'days'],
        (['hybrid', 'sequential', 'fixed'] as const).map((method): Part[] => rowOf(method, plan)),
      )
      const from = plan.units === 0 ? 'as given' : `of ${plan.units.toLocaleString('en')} units of the last 14 days`
      out.note(dim(rich`The mean is ${round(plan.baseline)}, ${from}; ${round(plan.unitsPerDay)} units come a day.`))
      if (plan.lateShare !== null && plan.lateShare > 0.1) {
        out.note(
          dim(
            rich`${Math.round(plan.lateShare * 100)} % of such events come after the window: a longer one sees more.`,
          ),
        )
      }
    })
  },
})

const round = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 10 })

const rowOf = (method: 'hybrid' | 'sequential' | 'fixed', plan: Plan): Part[] => {
  const planned = plan[method]
  return [method, planned?.unitsPerVariant.toLocaleString('en') ?? '–', planned?.days ?? '–']
}
