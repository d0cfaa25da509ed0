import { compileFlags } from '@bunting/engine'
import { flagsOf, sourceOf } from '../engine/flags.ts'
import { usersOf } from '../engine/users.ts'
import { median } from '../support/figures.ts'

const users = usersOf(1_024)
const evaluations = 100_000
const rounds = 21

/** Nanoseconds for finding a flag among so many and evaluating it, flag after flag. */
export const inProcess = (sizes: readonly number[]): number[] => {
  const runs = sizes.map((count) => {
    const { flags } = compileFlags(sourceOf(flagsOf(count)))
    const keys = [...flags.keys()]
    return (): number => {
      let on = 0
      const began = performance.now()
      for (let i = 0; i < evaluations; i++) {
        // A step that is prime to every size comes to every flag, and to none twice in a row.
        const flag = flags.get(keys[(i * 7) % count] as string)
        if (flag?.evaluate(users[i & 1_023] ?? {}).value === true) on++
      }
      if (on === 0) throw new Error('nothing was on')
      return ((performance.now() - began) * 1e6) / evaluations
    }
  })
  const times = runs.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) for (const [index, run] of runs.entries()) times[index]?.push(run())
  return times.map(median)
}
