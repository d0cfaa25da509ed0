import type { EvaluationContext } from '../types.ts'
import type { Read } from './attribute.ts'
import { unitOf } from './unit.ts'

/** Lists of ids that come before the rules: a context whose unit is in some of them gets the outcome of the first. */
export type IdLists<Outcome> = {
  readonly unit: Read | undefined
  readonly lists: readonly { readonly ids: ReadonlySet<string>; readonly outcome: Outcome }[]
}

export function outcomeInLists<Outcome>(
  { unit, lists }: IdLists<Outcome>,
  context: EvaluationContext,
): Outcome | undefined {
  const id = unitOf(unit, context)
  return id === undefined ? undefined : lists.find(({ ids }) => ids.has(id))?.outcome
}
