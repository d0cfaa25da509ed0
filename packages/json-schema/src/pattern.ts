import { compilePattern } from '@bunting/engine'
import { type Run, spend } from './run.ts'

/** How long a step takes, in the nanoseconds that patterns reckon in. */
const step = 25

/** Pays for the whole text before it is read: a match cannot be interrupted. */
export function preparePattern(source: string): (text: string, run: Run) => boolean {
  const { test, costPerCharacter = Number.POSITIVE_INFINITY } = compilePattern(source)
  const perCharacter = costPerCharacter / step
  return (text, run) => {
    spend(run, Math.ceil((text.length + 1) * perCharacter))
    return test(text)
  }
}
