import type { Cost } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import { type Load, sliceWeight, weightOf } from '../../rules/weight.ts'

/** Visits each flag: at once if that is quick, else with pauses in which other requests have their turn. */
export const forEachInTurns = <Flag extends { readonly cost: Cost }>(
  flags: Iterable<Flag>,
  load: Load,
  total: number,
  visit: (flag: Flag) => void,
): void | Promise<void> => {
  if (total > sliceWeight) return visitInSlices(flags, load, visit)
  for (const flag of flags) visit(flag)
}

const visitInSlices = async <Flag extends { readonly cost: Cost }>(
  flags: Iterable<Flag>,
  load: Load,
  visit: (flag: Flag) => void,
): Promise<void> => {
  let weight = 0
  for (const flag of flags) {
    weight += weightOf(flag.cost, load)
    if (weight > sliceWeight) {
      weight = 0
      await giveTurn()
    }
    visit(flag)
  }
}
