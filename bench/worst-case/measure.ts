import { compileFlag, evaluate, explain } from '@bunting/engine'
import { median } from '../support/figures.ts'
import { threadMs } from '../support/thread-ms.ts'
import type { Candidate } from './candidate.ts'

export type Measured = { compiled: number; interpreted: number; explained: number; compiling: number }

/** Of every way to evaluate, the median of so many times; the first ones warm it up. */
export const measure = ({ config, context }: Candidate, repeats: number): Measured => {
  const flag = compileFlag('f', config)
  const timeOf = (work: () => unknown): number => {
    const took = Array.from({ length: repeats + 2 }, () => {
      const began = threadMs()
      work()
      return threadMs() - began
    })
    return median(took.slice(2))
  }
  return {
    compiled: timeOf(() => flag.evaluate(context)),
    interpreted: timeOf(() => evaluate('f', config, context)),
    explained: timeOf(() => explain('f', config, context)),
    compiling: timeOf(() => compileFlag('f', config)),
  }
}

export const slowestOf = ({ compiled, interpreted, explained }: Measured): number =>
  Math.max(compiled, interpreted, explained)
