import { plannedMs, type Step } from '@bunting/contract'

type Timed = Pick<Step, 'at' | 'after' | 'doneAt'>

/** The start and the end of a line, and the time of each step, in milliseconds. */
export type Span = { startMs: number; endMs: number; stepsMs: readonly number[] }

/** A step that is done has the time when it was done; another has its planned time, or the time if it started now. */
export const spanOf = (steps: readonly Timed[], createdMs: number, nowMs: number): Span => {
  const planned = plannedMs(steps, nowMs)
  const stepsMs = steps.map(({ doneAt }, index) =>
    doneAt === undefined ? (planned[index] ?? nowMs) : Date.parse(doneAt),
  )
  const first = steps[0]
  const begins = first?.after === undefined ? createdMs : (planned[0] ?? nowMs) - first.after * 1_000
  return { startMs: Math.min(begins, ...stepsMs), endMs: Math.max(...stepsMs, begins), stepsMs }
}

/** The position of a time on the line, in percent of its length. */
export const placeOn = ({ startMs, endMs }: Span, atMs: number): number => {
  if (endMs <= startMs) return 100
  return Math.min(Math.max((100 * (atMs - startMs)) / (endMs - startMs), 0), 100)
}

/** The most pennants on a line; the other steps are knots. */
const maxPennants = 13

/** Tells whether a step is shown as a pennant: evenly chosen, and always the last. */
export const hangsAsPennant = (index: number, count: number): boolean => {
  const every = Math.ceil(count / maxPennants)
  return (count - 1 - index) % every === 0
}
