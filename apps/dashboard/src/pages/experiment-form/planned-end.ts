import { daysToEnd, inDays, wholeWeeks } from '../../features/experiments/planning.ts'
import type { End } from './design.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

type Planned = Pick<ExperimentFormState, 'design' | 'plan' | 'metrics'>

/** The ends that can be chosen, each with its date. Without a planned end there are none. */
export const endsOf = ({ design, plan, metrics = [] }: Planned, now: Date): { end: End; days: number; at: Date }[] => {
  const { method, primary, secondary, guardrails, keptEnd } = design
  if (method === 'sequential') return []
  const keys = [primary, ...secondary, ...guardrails.map(({ metric }) => metric)]
  const used = metrics.filter(({ key }) => keys.includes(key))
  const days = daysToEnd(plan?.[method]?.days ?? null, used)
  const inWeeks = 7 * wholeWeeks(days)
  return [
    ...(keptEnd === null ? [] : [{ end: 'kept' as const, days: 0, at: new Date(keptEnd) }]),
    { end: 'weeks', days: inWeeks, at: inDays(now, inWeeks) },
    ...(days === inWeeks ? [] : [{ end: 'days' as const, days, at: inDays(now, days) }]),
  ]
}

/** The end that is chosen; that of whole weeks where the chosen one is not there any more. */
export const endOf = (state: Planned, now: Date): Date | null => {
  const ends = endsOf(state, now)
  const chosen = ends.find(({ end }) => end === state.design.end) ?? ends.find(({ end }) => end === 'weeks')
  return chosen?.at ?? null
}
