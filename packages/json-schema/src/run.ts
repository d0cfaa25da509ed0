import type { Problem } from '@bunting/engine'
import { type Fields, pathOf } from './json.ts'
import { schemaLimits } from './limits.ts'

/** The remaining steps, which several validations may share. */
export type Budget = { left: number }

export const makeBudget = (steps: number = schemaLimits.steps): Budget => ({ left: steps })

/** The state of one validation. */
export type Run = {
  readonly budget: Budget
  readonly start: string
  /** The path from the start to the current value. */
  readonly path: (string | number)[]
  readonly problems: Problem[]
  /** Reports nothing, since it only matters whether a value fits. */
  isQuiet: boolean
  /** The beginning of messages. */
  preface: string
  depth: number
  /** The object whose names were listed last: adjacent keywords all need them. */
  named: Fields | undefined
  names: readonly string[]
}

export const makeRun = (start: string, budget: Budget): Run => ({
  budget,
  start,
  path: [],
  problems: [],
  isQuiet: false,
  preface: '',
  depth: 0,
  named: undefined,
  names: [],
})

/** Thrown to end a validation at any depth. */
export const tooLong = new Error('the validation takes too long')
export const enough = new Error('the validation found enough problems')

export function spend({ budget }: Run, steps: number): void {
  budget.left -= steps
  if (budget.left < 0) throw tooLong
}

/** The cost of searching the problems reported so far. */
const telling = 20

/** Reports a problem. Returns false, so that a check can end with it. */
export function tell(run: Run, message: string): false {
  if (run.isQuiet) return false
  const { problems } = run
  const problem = { path: pathOf(run.start, run.path), message: run.preface + message }
  spend(run, telling + (problem.path.length >> 2))
  // Several schemas may report the same problem of a value.
  if (problems.some(({ path, message: told }) => path === problem.path && told === problem.message)) return false
  problems.push(problem)
  if (problems.length === schemaLimits.problems) throw enough
  return false
}

export function tellAt(run: Run, part: string | number, message: string): false {
  run.path.push(part)
  tell(run, message)
  run.path.pop()
  return false
}

export function namesOf(value: Fields, run: Run): readonly string[] {
  if (run.named === value) return run.names
  run.names = Object.keys(value)
  run.named = value
  spend(run, run.names.length)
  return run.names
}
