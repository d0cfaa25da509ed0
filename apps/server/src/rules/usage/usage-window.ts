import { type ErrorDetail, fail, limits, type Plan } from '@bunting/contract'
import { usageDays } from '../plans.ts'
import { addDays, daysBetween, firstOfLast } from './days.ts'

export type UsageWindow = { from: string; to: string; clampedFrom?: true }

/** The days to show. The requested range is validated as it is, then cut to what the plan includes. */
export const usageWindow = (
  asked: { from?: string | undefined; to?: string | undefined },
  plan: Plan,
  today: string,
): UsageWindow => {
  const { from = addDays(today, -29), to = today } = asked
  const problem = rangeProblem(from, to)
  if (problem) fail('VALIDATION_ERROR', 'The query is not as described.', [problem])
  const first = firstOfLast(usageDays(plan), today)
  if (from >= first) return { from, to }
  return { from: first, to, ...(asked.from === undefined ? {} : { clampedFrom: true }) }
}

const rangeProblem = (from: string, to: string): ErrorDetail | undefined => {
  if (from > to) return { path: 'from', message: `must not be after to: ${from} is after ${to}` }
  if (daysBetween(from, to) <= limits.usageDays) return undefined
  return { path: 'from', message: `must be at most ${limits.usageDays} days from to, both counted` }
}

/** The days after which an SDK that sent no more events counts as unused. */
export const seenSdkDays = 30

/** The first hour (since 1970) of the last 24, as a whole hour. */
export const firstHour = (nowMs: number): number => Math.floor(nowMs / 3_600_000) - 24

/** The first and the last of the last 60 minutes, since 1970. */
export const lastHour = (nowMs: number): { from: number; to: number } => {
  const to = Math.floor(nowMs / 60_000)
  return { from: to - 59, to }
}
