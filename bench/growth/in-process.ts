import { compileFlags, type EvaluationContext, type FlagsSource } from '@bunting/engine'
import { median } from '../support/figures.ts'
import { threadMs } from '../support/thread-ms.ts'

const evaluations = 100_000
const rounds = 21

type Case = { source: FlagsSource; contexts: readonly EvaluationContext[] }

/** Nanoseconds for finding a flag and evaluating it, flag after flag. */
export const measureInProcess = (cases: readonly Case[]): number[] => {
  const runs = cases.map(({ source, contexts }) => {
    const { flags } = compileFlags(source)
    const keys = [...flags.keys()]
    return (): number => {
      let answered = 0
      const began = threadMs()
      for (let i = 0; i < evaluations; i++) {
        // A step that is prime to every size comes to every flag, and to none twice in a row.
        const flag = flags.get(keys[(i * 7) % keys.length] as string)
        if (typeof flag?.evaluate(contexts[i % contexts.length] ?? {}).value === 'boolean') answered++
      }
      if (answered !== evaluations) throw new Error(`only ${answered} of ${evaluations} were answered`)
      return ((threadMs() - began) * 1e6) / evaluations
    }
  })
  const times = runs.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) for (const [index, run] of runs.entries()) times[index]?.push(run())
  return times.map(median)
}
