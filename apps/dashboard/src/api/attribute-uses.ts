import { leavesOf, type Rule } from '@bunting/engine'
import type { FlagInList } from './flags.ts'

/** How many active flags have rules that look at an attribute, by its name. */
export const attributeUses = (flags: readonly FlagInList[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>()
  for (const { archivedAt, versions } of flags) {
    if (archivedAt !== null) continue
    const rules = Object.values(versions).flatMap(({ config }) => config.rules)
    for (const attribute of new Set(rules.flatMap(attributesIn))) uses.set(attribute, (uses.get(attribute) ?? 0) + 1)
  }
  return uses
}

const attributesIn = ({ conditions, bucketBy }: Rule): string[] => [
  ...Array.from(leavesOf(conditions, '')).flatMap(({ condition }) =>
    'attribute' in condition && condition.attribute !== undefined ? [condition.attribute] : [],
  ),
  ...(bucketBy === undefined ? [] : [bucketBy]),
]
