import { type Run, spend } from './run.ts'

/** The parts of a value that a schema, or one applied in place, has evaluated: `unevaluated…` skips these. */
export type Evaluated = {
  allNames: boolean
  readonly names: Set<string>
  allItems: boolean
  firstItems: number
  readonly items: Set<number>
}

export const nothingEvaluated = (): Evaluated => ({
  allNames: false,
  names: new Set(),
  allItems: false,
  firstItems: 0,
  items: new Set(),
})

export function addEvaluated(to: Evaluated, from: Evaluated, run: Run): void {
  spend(run, from.names.size + from.items.size)
  to.allNames ||= from.allNames
  to.allItems ||= from.allItems
  to.firstItems = Math.max(to.firstItems, from.firstItems)
  for (const name of from.names) to.names.add(name)
  for (const item of from.items) to.items.add(item)
}

export function evaluateAll(seen: Evaluated): void {
  seen.allNames = true
  seen.allItems = true
}
