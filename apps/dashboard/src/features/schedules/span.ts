import { plannedMs, type Step } from '@bunting/contract'

type Timed = Pick<Step, 'at' | 'after' | 'doneAt'>

/** From when to when a line goes, and where on it each step is, in milliseconds. */
export type Span = { startMs: number; endMs: number; stepsMs: readonly number[] }

/** What is done stands where it was done; what comes, where it is planned, or would be if it started now. */
export const spanOf = (steps: readonly Timed[], createdMs: number, nowMs: number): Span => {
  const planned = plannedMs(steps, nowMs)
  const stepsMs = steps.map(({ doneAt }, index) =>
    doneAt === undefined ? (planned[index] ?? nowMs) : Date.parse(doneAt),
  )
  const first = steps[0]
  const begins = first?.after === undefined ? createdMs : (planned[0] ?? nowMs) - first.after * 1_000
  return { startMs: Math.min(begins, ...stepsMs), endMs: Math.max(...stepsMs, begins), stepsMs }
}

/** Where a moment is on the line, in percent of its length. */
export const placeOn = ({ startMs, endMs }: Span, atMs: number): number => {
  if (endMs <= startMs) return 100
  return Math.min(Math.max((100 * (atMs - startMs)) / (endMs - startMs), 0), 100)
}

/** So many pennants hang beside each other; the others are knots on the line. */
const maxPennants = 13

/** Which of so many steps hang as pennants: evenly chosen, the last always. */
export const hangsAsPennant = (index: number, count: number): boolean => {
  const every = Math.ceil(count / maxPennants)
  return (count - 1 - index) % every === 0
}
