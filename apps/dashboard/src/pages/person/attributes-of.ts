import { attributeUses } from '../../api/attribute-uses.ts'
import type { FlagInList } from '../../api/flags.ts'

/** More would push what they answer away; any other can be added. */
const most = 7

/** What the rules of many flags look at, those that most of them do first; the user is always asked for. */
export const attributesOf = (flags: readonly FlagInList[]): readonly string[] => {
  const named = [...attributeUses(flags)]
    .filter(([attribute]) => attribute !== 'userId')
    .sort(([, a], [, b]) => b - a)
    .map(([attribute]) => attribute)
  return ['userId', ...named.slice(0, most)]
}
