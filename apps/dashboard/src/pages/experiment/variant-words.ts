import { guardVerdict, verdictOf } from '../../features/experiments/verdict.tsx'
import { guardStatusOf } from './guard-status.ts'
import type { Shown } from './shown.ts'

/** Tells whether shipping a variant follows the recommendation, as the service sees it: else it wants a comment. */
export const isRecommended = ({ experiment: { control }, results: { recommendation } }: Shown, variant: string) => {
  const { kind } = recommendation
  if (kind === 'ship') return variant === recommendation.variant
  if (kind === 'keep_control' || kind === 'stop') return variant === control
  return kind === 'no_difference'
}

/** `better on Orders; guardrails safe`: what speaks for and against a variant, in one line. */
export const sayVariant = (shown: Shown, variant: string): string => {
  const { experiment, results, metrics } = shown
  const needs = isRecommended(shown, variant) ? [] : ['needs a comment']
  if (variant === experiment.control) return ['control: all stays as it was', ...needs].join('; ')
  const primary = results.metrics.find(({ role }) => role === 'primary')
  const result = primary?.variants[variant]
  const name = metrics.find(({ key }) => key === primary?.key)?.name ?? primary?.key
  const verdict = result ? `${verdictOf(result).says.toLowerCase()} on ${name}` : 'not enough yet'
  return [verdict, ...sayGuardrails(shown, variant), ...needs].join('; ')
}

const sayGuardrails = (shown: Shown, variant: string): string[] => {
  const statuses = shown.experiment.guardrails.map(({ metric }) => guardStatusOf(shown, metric, variant))
  if (statuses.length === 0) return []
  const worst = (['crossed', 'unclear', 'not_enough'] as const).find((status) => statuses.includes(status))
  return [worst === undefined ? 'guardrails safe' : `a guardrail ${guardVerdict(worst).says.toLowerCase()}`]
}
