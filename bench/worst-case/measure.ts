import { type CompiledFlag, compileFlags, explain } from '@bunting/engine'
import { median } from '../support/figures.ts'
import { threadMs } from '../support/thread-ms.ts'
import type { Candidate } from './candidate.ts'

export type Measured = { compiled: number; explained: number; compiling: number }

/** Of both ways to evaluate, the median of so many times; the first ones warm it up. */
export const measure = ({ source, context }: Candidate, repeats: number): Measured => {
  const flag = compileFlags(source).flags.get('f') as CompiledFlag
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
    explained: timeOf(() => explain('f', source, context)),
    compiling: timeOf(() => compileFlags(source)),
  }
}
