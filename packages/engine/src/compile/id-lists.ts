import type { EvaluationContext } from '../types.ts'
import type { Read } from './attribute.ts'
import type { HashedIds } from './large-list.ts'
import { unitOf } from './unit.ts'

/** Lists of ids that come before the rules: a context whose unit is in some of them gets the outcome of the first. */
export type IdLists<Outcome> = {
  readonly unit: Read | undefined
  readonly lists: readonly { readonly ids: Ids; readonly outcome: Outcome }[]
}

type Ids = ReadonlySet<string> | HashedIds

export const areHashed = (ids: Ids): ids is HashedIds => 'hasUnit' in ids

const hasUnit = (ids: Ids, unit: string): boolean => (areHashed(ids) ? ids.hasUnit(unit) : ids.has(unit))

export function outcomeInLists<Outcome>(
  { unit, lists }: IdLists<Outcome>,
  context: EvaluationContext,
): Outcome | undefined {
  const id = unitOf(unit, context)
  return id === undefined ? undefined : lists.find(({ ids }) => hasUnit(ids, id))?.outcome
}
