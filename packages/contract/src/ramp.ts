import { limits } from './limits.ts'
import type { StepBody } from './schemas/schedule.ts'

export type Ramp = {
  ruleId: string
  /** The current percentage. */
  current: number
  from: number
  to: number
  seconds: number
  steps: number
  /** The start; undefined means at once. */
  startMs: number | undefined
}

const beginsElsewhere = ({ current, from }: Pick<Ramp, 'current' | 'from'>): boolean => from !== current

/** The reason why a ramp cannot be planned; undefined if it can. */
export const rampProblem = (ramp: Omit<Ramp, 'ruleId' | 'startMs'>): string | undefined => {
  const { from, to, seconds, steps } = ramp
  if (from === to) return `It is at ${to} % from beginning to end.`
  if (steps < 1) return 'It takes a step at least.'
  const count = steps + (beginsElsewhere(ramp) ? 1 : 0)
  if (count > limits.steps) return `A schedule has ${limits.steps} steps at most, not ${count}.`
  if (seconds < steps) return `${steps} steps take ${steps} seconds at least.`
  if (seconds > steps * limits.stepSeconds) return 'From a step to the next it is a year at most.'
  return undefined
}

/**
 * Plans even steps of a percentage from one value to another. There is a first step to `from` only if the percentage is not
 * there yet.
 */
export const planRamp = (ramp: Ramp): StepBody[] => {
  const { ruleId, from, to, seconds, steps, startMs } = ramp
  const begins = beginsElsewhere(ramp) ? [{ percentage: from, second: 0 }] : []
  const climbs = Array.from({ length: steps }, (_, at) => ({
    percentage: toThousandths(from + ((to - from) * (at + 1)) / steps),
    second: Math.round((seconds * (at + 1)) / steps),
  }))
  const planned = [...begins, ...climbs]
  return planned.map(({ percentage, second }, at) => {
    const change = { rules: { [ruleId]: { rolloutPercentage: percentage } } }
    if (startMs !== undefined) return { at: new Date(startMs + second * 1_000).toISOString(), change }
    // A step is due after one second at the earliest.
    return { after: Math.max(1, second - (planned[at - 1]?.second ?? 0)), change }
  })
}

const toThousandths = (percentage: number): number => Math.round(percentage * 1_000) / 1_000

type Timed = { at?: string | null | undefined; after?: number | undefined }

/** The times at which steps are due if all goes as planned. Relative steps at the beginning count from `startMs`. */
export const plannedMs = (steps: readonly Timed[], startMs: number): number[] => {
  let lastMs = startMs
  return steps.map(({ at, after = 0 }) => {
    lastMs = typeof at === 'string' ? Date.parse(at) : lastMs + after * 1_000
    return lastMs
  })
}

const apartMs = 120_000

/** Tells whether steps are so close together that their times need seconds. */
export const needSeconds = (steps: readonly Timed[]): boolean =>
  plannedMs(steps, 0).some((atMs, index, all) => atMs - (all[index - 1] ?? Number.NEGATIVE_INFINITY) < apartMs)
