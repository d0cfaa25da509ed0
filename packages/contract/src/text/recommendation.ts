import type { Experiment } from '../schemas/experiment.ts'
import type { ExperimentResults } from '../schemas/experiment-results.ts'
import type { Metric } from '../schemas/metric.ts'
import { isolate } from './isolate.ts'

type Results = Pick<ExperimentResults, 'units' | 'metrics' | 'srm'>
type Recommendation = Omit<ExperimentResults['recommendation'], 'why'>
type Variant = ExperimentResults['metrics'][number]['variants'][string]

/** Results, and the parts of the experiment and its metric that the sentence names. */
export type Recommended = Results & {
  recommendation: Recommendation
  experiment: Pick<Experiment, 'control' | 'confidence' | 'minimumEffect'>
  primary: Pick<Metric, 'key' | 'kind' | 'direction'>
  /** Whether the experiment has been stopped: then nothing is left to do, and nothing is asked. */
  isOver: boolean
}

/**
 * The recommendation in words: `B converts 1.7 % to 30 % better than A (95 %, looked at whenever). 12,410 of 13,002 units
 * counted. Ship it?` The same in the dashboard, the terminal and webhooks.
 */
export const sayRecommendation = (about: Recommended): string => sentences[about.recommendation.kind](about)

const sentences: Record<Recommendation['kind'], (about: Recommended) => string> = {
  broken_split: ({ srm }) =>
    `Units were not split as they should have been (p ${srm.p < 0.0001 ? '< 0.0001' : `= ${digits(srm.p)}`}), so nothing here can be trusted. Look at its health first.`,
  stop: (about) => {
    const { variant = '', metric = '' } = about.recommendation
    return withNext(about, `${isolate(variant)} is worse on the guardrail ${metric} than is tolerated.`, 'Stop it.')
  },
  not_enough: (about) =>
    `${about.isOver ? 'There was not enough to say anything.' : 'There is not enough to say anything yet.'} ${counted(about)}`,
  ship: (about) =>
    withNext(about, `${compared(about, about.recommendation.variant ?? '')} ${counted(about)}`, 'Ship it?'),
  keep_control: (about) => {
    const { control } = about.experiment
    const [worst] = treatments(about)
    return withNext(about, `${compared(about, worst ?? '')} ${counted(about)}`, `Keep ${isolate(control)}.`)
  },
  no_difference: (about) =>
    `Whatever ${about.primary.key} differs by, it is less than ${percent(about.experiment.minimumEffect)}. ${counted(about)} Either will do.`,
  keep_running: (about) =>
    about.isOver
      ? `It was not decided. ${counted(about)}`
      : withNext(about, `It is not decided yet. ${counted(about)}`, remaining(about.recommendation.daysLeft)),
}

/** What was found, and what to do next as long as there is something to do. */
const withNext = ({ isOver }: Recommended, found: string, next: string): string =>
  isOver ? found : `${found} ${next}`.trim()

const primaryOf = ({ metrics }: Results) => metrics.find(({ role }) => role === 'primary')?.variants ?? {}

const treatments = (about: Recommended): string[] =>
  Object.keys(primaryOf(about)).filter((variant) => variant !== about.experiment.control)

/** `B converts 1.7 % to 30 % better than A (95 %, looked at whenever).` */
const compared = (about: Recommended, key: string): string => {
  const { control, confidence } = about.experiment
  const variants = primaryOf(about)
  const variant = Object.hasOwn(variants, key) ? variants[key] : undefined
  const when = variant?.method === 'fixed' ? 'read at the planned end' : 'looked at whenever'
  return `${difference(about, key, variant)} ${isolate(control)} (${percent(confidence)}, ${when}).`
}

const difference = ({ primary }: Recommended, key: string, variant: Variant | undefined): string => {
  const name = isolate(key)
  const interval = variant?.lift ?? variant?.difference
  if (!interval) return `${name} is other than`
  const isHigher = interval.low > 0
  const ends = [Math.abs(interval.low), Math.abs(interval.high)].sort((one, other) => one - other)
  const [least = '', most = ''] = ends.map(variant?.lift ? percent : digits)
  if (primary.kind === 'conversion' && primary.direction === 'increase') {
    return `${name} converts ${least} to ${most} ${isHigher ? 'better' : 'worse'} than`
  }
  return `${primary.key} is ${least} to ${most} ${isHigher ? 'higher' : 'lower'} with ${name} than with`
}

const counted = ({ units }: Results): string => {
  const all = Object.values(units)
  const sum = (of: 'matured' | 'exposed') => all.reduce((total, one) => total + one[of], 0).toLocaleString('en')
  return `${sum('matured')} of ${sum('exposed')} units counted.`
}

const remaining = (days: number | null | undefined): string => {
  if (typeof days !== 'number') return ''
  const left = Math.max(1, Math.ceil(days))
  return `About ${left.toLocaleString('en')} ${left === 1 ? 'day' : 'days'} to go at this rate.`
}

/** Two digits, and all of those before the point: 0.016, 1.7, 30, 254. */
const digits = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 2, useGrouping: false })

const percent = (share: number): string => `${digits(share * 100)} %`
