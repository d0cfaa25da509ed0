import { attributeUses } from '../../api/attribute-uses.ts'
import type { FlagInList } from '../../api/flags.ts'

/** The most attributes offered: more would push the answers away, and any other can be added. */
const most = 7

/** The attributes used by the flags' rules, the most common first; `userId` always leads. */
export const attributesOf = (flags: readonly FlagInList[]): readonly string[] => {
  const named = [...attributeUses(flags)]
    .filter(([attribute]) => attribute !== 'userId')
    .sort(([, a], [, b]) => b - a)
    .map(([attribute]) => attribute)
  return ['userId', ...named.slice(0, most)]
}
