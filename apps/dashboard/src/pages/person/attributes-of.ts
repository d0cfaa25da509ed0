import { leavesOf, type Rule } from '@bunting/engine'
import type { FlagInList } from '../../data/flags.ts'

/** More would push what they answer away; any other can be added. */
const most = 7

/** What the rules of many flags look at, those that most of them do first; the user is always asked for. */
export const attributesOf = (flags: readonly FlagInList[]): readonly string[] => {
  const uses = new Map<string, number>()
  for (const { archivedAt, versions } of flags) {
    if (archivedAt !== null) continue
    const rules = Object.values(versions).flatMap(({ config }) => config.rules)
    for (const attribute of new Set(rules.flatMap(attributesIn))) uses.set(attribute, (uses.get(attribute) ?? 0) + 1)
  }
  uses.delete('userId')
  const named = [...uses].sort(([, a], [, b]) => b - a).map(([attribute]) => attribute)
  return ['userId', ...named.slice(0, most)]
}

const attributesIn = ({ conditions, bucketBy }: Rule): string[] => [
  ...Array.from(leavesOf(conditions, '')).flatMap(({ condition }) =>
    'attribute' in condition ? [condition.attribute] : [],
  ),
  ...(bucketBy === undefined ? [] : [bucketBy]),
]
