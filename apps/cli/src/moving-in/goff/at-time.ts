import { byHand } from '../shared/by-hand.ts'
import type { Notes } from '../shared/findings.ts'
import type { GoffFlag, GoffRule } from './schema.ts'

/** Parses a date of the source into epoch milliseconds. */
export const instantOf = (text: string): number => {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? byHand('schedule', `"${text}" is no date.`) : ms
}

const next = (ms: number): string => `${new Date(ms).toISOString()}: import again then, or schedule the change.`

/** The flag as its schedule has changed it up to now, and off if its experiment is not running. */
export const atTime = (flag: GoffFlag, nowMs: number | undefined, notes: Notes): GoffFlag => {
  const { scheduledRollout, experimentation } = flag
  if (!scheduledRollout?.length && !experimentation) return flag
  if (nowMs === undefined) return byHand('schedule', 'It changes with the time.')
  const steps = (scheduledRollout ?? []).flatMap(({ date, ...step }) =>
    date === undefined ? [] : [{ ...step, ms: instantOf(date) }],
  )
  const now = steps.filter(({ ms }) => ms <= nowMs).reduce(applied, { ...flag, targeting: flag.targeting ?? [] })
  const coming = steps.filter(({ ms }) => ms > nowMs).map(({ ms }) => ms)
  for (const ms of coming) notes.changesAt(ms)
  if (coming.length > 0) notes.widened('schedule', `Its schedule changes it at ${next(Math.min(...coming))}`)
  return { ...now, disable: now.disable === true || isOver(now, nowMs, notes) }
}

type Step = Omit<NonNullable<GoffFlag['scheduledRollout']>[number], 'date'>

/** Applies a step. Rules are changed by name; rules that a step adds last until the next step. */
const applied = (flag: GoffFlag, step: Step): GoffFlag => {
  const changes = step.targeting ?? []
  const byName = new Map(changes.flatMap((rule) => (rule.name === undefined ? [] : [[rule.name, rule] as const])))
  const rules = (flag.targeting ?? []).map((rule) => merged(rule, byName.get(rule.name ?? '')))
  const names = new Set(rules.map(({ name }) => name))
  return {
    ...flag,
    targeting: [...rules, ...changes.filter(({ name }) => name === undefined || !names.has(name))],
    ...(step.disable === undefined ? {} : { disable: step.disable }),
    ...(flag.defaultRule ? { defaultRule: merged(flag.defaultRule, step.defaultRule) } : {}),
    variations: { ...flag.variations, ...step.variations },
    ...(step.experimentation ? { experimentation: { ...flag.experimentation, ...step.experimentation } } : {}),
  }
}

const merged = (rule: GoffRule, change: GoffRule | undefined): GoffRule => {
  if (!change) return rule
  const { percentage, ...others } = change
  const shares = Object.entries({ ...rule.percentage, ...percentage }).filter(([, share]) => share >= 0)
  return { ...rule, ...others, ...(shares.length > 0 ? { percentage: Object.fromEntries(shares) } : {}) }
}

const isOver = ({ experimentation }: GoffFlag, nowMs: number, notes: Notes): boolean => {
  const [start, end] = [experimentation?.start, experimentation?.end].map((date) =>
    date ? instantOf(date) : undefined,
  )
  for (const ms of [start, end]) if (ms !== undefined) notes.changesAt(ms)
  if (start !== undefined && nowMs < start) {
    notes.widened('schedule', `Its experiment starts at ${next(start)}`)
    return true
  }
  if (end === undefined) return false
  if (nowMs <= end) notes.widened('schedule', `Its experiment ends at ${next(end)}`)
  return nowMs > end
}
