import { limits, type StepBody } from '@bunting/contract'
import { wrongUse } from '../failure.ts'

export type Ramp = {
  ruleId: string
  /** What its percentage is now. */
  current: number
  from: number
  to: number
  seconds: number
  steps: number
  /** When it begins; at once where it is not said. */
  startMs: number | undefined
}

/** A percentage that goes from one to another in even steps; the first of them only where it is not there yet. */
export const planRamp = ({ ruleId, current, from, to, seconds, steps, startMs }: Ramp): StepBody[] => {
  if (from === to) wrongUse(`It is at ${to} % from beginning to end.`, '--from <percentage> --to <percentage>')
  if (seconds < steps) wrongUse(`${steps} steps take ${steps} seconds at least.`)
  const begins = from === current ? [] : [{ percentage: from, second: 0 }]
  const climbs = Array.from({ length: steps }, (_, at) => ({
    percentage: toThousandths(from + ((to - from) * (at + 1)) / steps),
    second: Math.round((seconds * (at + 1)) / steps),
  }))
  const planned = [...begins, ...climbs]
  if (planned.length > limits.steps) wrongUse(`A schedule has ${limits.steps} steps at most, not ${planned.length}.`)
  return planned.map(({ percentage, second }, at) => {
    const change = { rules: { [ruleId]: { rolloutPercentage: percentage } } }
    if (startMs !== undefined) return { at: new Date(startMs + second * 1_000).toISOString(), change }
    // Nothing is due in no time at all.
    return { after: Math.max(1, second - (planned[at - 1]?.second ?? 0)), change }
  })
}

const toThousandths = (percentage: number): number => Math.round(percentage * 1_000) / 1_000
