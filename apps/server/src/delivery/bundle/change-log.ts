import type { EdgeChange } from '../../edge/edge.ts'

/** The flags and segments that the last revisions changed, by name (`f:` or `s:` and the key). */
export type ChangeLog = {
  note(step: Step): void
  /** The names of everything that changed since a revision; undefined if that is not known. */
  since(revision: number): ReadonlySet<string> | undefined
  forget(): void
}

/** The changes between a revision and a later one. */
export type Step = {
  from: number
  revision: number
  names: readonly string[]
  /** Whether the names include entries that changed in between and then changed back. */
  isComplete: boolean
}

const maxSteps = 100
const maxNames = 10_000

export const openChangeLog = (): ChangeLog => {
  let steps: Step[] = []
  let names = 0
  return {
    note: (step) => {
      steps.push(step)
      names += step.names.length
      while (steps.length > maxSteps || names > maxNames) names -= steps.shift()?.names.length ?? 0
    },
    since: (revision) => {
      const first = steps.findIndex((step) => revision < step.revision)
      const step = steps[first]
      if (!step) return steps.at(-1)?.revision === revision ? new Set() : undefined
      const isKnown = revision === step.from || (revision > step.from && step.isComplete)
      return isKnown ? new Set(steps.slice(first).flatMap((each) => each.names)) : undefined
    },
    forget: () => {
      steps = []
      names = 0
    },
  }
}

/** The changes as steps: those after revision `after`, or all. Empty if any revision up to `revision` is missing. */
export const stepsIn = (changes: readonly EdgeChange[], revision: number, after: number | undefined): Step[] => {
  const first = revision - changes.length + 1
  if (changes.some(([each], at) => each !== first + at)) return []
  if (after !== undefined && after < first - 1) return []
  return changes
    .filter(([each]) => after === undefined || each > after)
    .map(([each, ...names]) => ({ from: each - 1, revision: each, names, isComplete: true }))
}
