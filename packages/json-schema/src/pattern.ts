import { compilePattern } from '@bunting/engine'
import { type Run, spend } from './run.ts'

/** The time of a step in nanoseconds, the unit of the patterns' costs. */
const step = 25

/** Compiles a pattern. The cost for the whole text is spent before matching, which cannot be interrupted. */
export function preparePattern(source: string): (text: string, run: Run) => boolean {
  const { test, costPerCharacter = Number.POSITIVE_INFINITY } = compilePattern(source)
  const perCharacter = costPerCharacter / step
  return (text, run) => {
    spend(run, Math.ceil((text.length + 1) * perCharacter))
    return test(text)
  }
}
