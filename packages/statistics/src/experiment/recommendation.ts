import type { GuardrailStatus } from '../read/guardrail.ts'
import type { Verdict } from '../read/verdict.ts'
import type { SplitReading } from '../split/sequential-split.ts'

export type Recommendation =
  | { kind: 'broken_split' | 'not_enough' | 'keep_control' | 'no_difference' }
  | { kind: 'stop'; variant: string; metric: string }
  | { kind: 'ship'; variant: string }
  | { kind: 'keep_running'; daysLeft: number | null }

/** The inputs of a recommendation. */
export type Evidence = {
  split: SplitReading['status']
  guardrails: readonly { metric: string; variant: string; status: GuardrailStatus }[]
  /** The primary metric of each treatment; `gain` is how much better than control it is, negative if it is worse. */
  primary: readonly { variant: string; verdict: Verdict; gain: number }[]
  /** Whole days since the start. */
  days: number
  minimumDays: number
  /** Days until the minimum effect would be detected. */
  daysLeft: number | null
}

/** The first recommendation that applies. */
export const recommend = ({ split, guardrails, primary, ...time }: Evidence): Recommendation => {
  if (split === 'mismatch') return { kind: 'broken_split' }
  const crossed = guardrails.find(({ status }) => status === 'crossed')
  if (crossed) return { kind: 'stop', variant: crossed.variant, metric: crossed.metric }
  const every = (...verdicts: Verdict[]) => primary.every(({ verdict }) => verdicts.includes(verdict))
  if (every('not_enough')) return { kind: 'not_enough' }
  const better = primary.filter(({ verdict }) => verdict === 'better').sort((one, other) => other.gain - one.gain)
  const isLongEnough = time.days >= time.minimumDays
  if (better[0] && isLongEnough) return { kind: 'ship', variant: better[0].variant }
  if (every('worse')) return { kind: 'keep_control' }
  if (every('worse', 'no_difference')) return { kind: 'no_difference' }
  return { kind: 'keep_running', daysLeft: daysUntil(better.length > 0, time) }
}

/** If a treatment is better already, only the minimum number of days is awaited. */
const daysUntil = (
  isBetter: boolean,
  { days, minimumDays, daysLeft }: Omit<Evidence, 'split' | 'guardrails' | 'primary'>,
) => (isBetter ? minimumDays - days : daysLeft === null ? null : Math.max(daysLeft, minimumDays - days))
