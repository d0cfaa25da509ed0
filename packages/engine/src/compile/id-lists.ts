import type { EvaluationContext } from '../types.ts'
import type { Read } from './attribute.ts'
import { unitOf } from './unit.ts'

/** Whose unit is in one of the lists gets its outcome, whatever the rules say: that of the first. */
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
