import type { FlagValue } from '@bunting/engine'
import type { Give } from '../logic/cases.ts'
import type { Part } from '../logic/shares.ts'
import { byHand } from '../shared/by-hand.ts'
import type { Notes } from '../shared/findings.ts'
import { instantOf } from './at-time.ts'
import type { GoffRule } from './schema.ts'

/** The inputs for reading a rule's answer. */
export type Answering = {
  /** The key in GO Feature Flag. */
  flagKey: string
  bucketBy?: string
  variations: Readonly<Record<string, unknown>>
  nowMs?: number
  notes: Notes
}

const perPercent = 1_000

/** The answers of a rule, in order. As in the source, a ramp is preferred to a percentage, and that to a variation. */
export const givesOf = ({ progressiveRollout, percentage, variation }: GoffRule, answering: Answering): Give[] => {
  const { flagKey, bucketBy } = answering
  const drawn = { hash: { kind: 'goff', salt: flagKey } as const, ...(bucketBy === undefined ? {} : { bucketBy }) }
  if (progressiveRollout) {
    const { initial, end } = progressiveRollout
    const [from, to] = [initial, end].map((step) => valueFor(step.variation, answering)) as [FlagValue, FlagValue]
    return [{ value: to, percentage: ramped(progressiveRollout, answering), ...drawn }, { value: from }]
  }
  if (percentage && Object.keys(percentage).length > 0) return [{ parts: shares(percentage, answering), ...drawn }]
  if (variation === undefined) return byHand('operator', 'A rule has no variation.')
  return [{ value: valueFor(variation, answering) }]
}

const valueFor = (variation: string, answering: Answering): FlagValue =>
  answering.variations[known(variation, answering)] as FlagValue

const known = (variation: string, { variations }: Answering): string =>
  Object.hasOwn(variations, variation) ? variation : byHand('operator', `There is no variation "${variation}".`)

/** Compares names bytewise, in descending order. */
const descending = (one: string, other: string): number => Buffer.compare(Buffer.from(other), Buffer.from(one))

/** Computes the borders as the source does: sums of floats, truncated to whole numbers. */
const shares = (percentage: Readonly<Record<string, number>>, answering: Answering): Part[] => {
  const names = Object.keys(percentage).sort(descending)
  const sums = [names, names.toReversed()].map((some) => some.reduce((sum, name) => sum + (percentage[name] ?? 0), 0))
  const [total = 0, same = 0] = sums.map((sum) => Math.trunc(sum * perPercent))
  let end = 0
  const parts = names.map((name) => {
    const start = Math.trunc(end)
    end += (percentage[name] ?? 0) * perPercent
    return { variant: known(name, answering), weight: (Math.trunc(end) - start) / perPercent }
  })
  // The source adds them up in random order, and answers with an error between the last border and the sum.
  if (total !== same || Math.trunc(end) !== total || parts.some(({ weight }) => weight < 0) || total === 0) {
    return byHand('nested-fraction', `Its percentages ${JSON.stringify(percentage)} add up to no whole thousandths.`)
  }
  return parts
}

type Ramp = NonNullable<GoffRule['progressiveRollout']>

/** The number of steps of a ramp in Bunting; in the source it grows every second. */
const rampParts = 20

/** The current percentage of the end variation. */
const ramped = ({ initial, end }: Ramp, { nowMs, notes }: Answering): number => {
  if (nowMs === undefined) return byHand('schedule', 'It changes with the time.')
  const [startMs, endMs] = [instantOf(initial.date), instantOf(end.date)]
  if (endMs <= startMs) return byHand('schedule', 'Its progressive rollout ends before it starts.')
  const whole = 100 * perPercent
  const from = (initial.percentage ?? 0) * perPercent
  const to = !end.percentage || end.percentage > 100 ? whole : end.percentage * perPercent
  const [startS, endS, nowS] = [startMs, endMs, nowMs].map((ms) => Math.floor(ms / 1_000)) as [number, number, number]
  const now = nowMs >= endMs ? to : nowMs < startMs ? 0 : (nowS - startS) * ((to - from) / (endS - startS)) + from
  if (nowMs < endMs) {
    for (let part = 0; part <= rampParts; part++) {
      notes.changesAt(startMs + Math.round((part * (endMs - startMs)) / rampParts), { isGradual: true })
    }
    const until = new Date(endMs).toISOString()
    notes.widened(
      'schedule',
      `Its progressive rollout is at ${Math.trunc(now) / perPercent} %, and goes on until ${until}, to ${to / perPercent} %: import again meanwhile, or ramp it here.`,
    )
  }
  return Math.trunc(now) / perPercent
}
