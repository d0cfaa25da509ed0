import type { FlagConfig, Prerequisite } from '@bunting/engine'
import { same } from '../../../format/same.ts'
import { sayAnyOf, sayPrerequisite } from '../words/prerequisite-words.ts'
import { theFlag } from '../words/words.ts'
import type { Change, Side } from './change.ts'

const none: Side = { kind: 'nothing', text: 'No such prerequisite' }
const side = (prerequisite: Prerequisite): Side => ({ kind: 'text', text: sayPrerequisite(prerequisite) })

const why = 'Whoever gets another answer from it gets the default of this flag, as if it were off.'

/** The changes between the prerequisites, matched by flag. Their order makes no difference to an answer. */
export const prerequisiteChanges = (before: FlagConfig | null, after: FlagConfig): Change[] => {
  const had = before?.prerequisites ?? []
  const has = after.prerequisites ?? []
  const name = ({ flagKey }: Prerequisite) => ({ key: `prerequisite.${flagKey}`, where: theFlag })
  return [
    ...has.flatMap((prerequisite): Change[] => {
      const was = had.find(({ flagKey }) => flagKey === prerequisite.flagKey)
      if (!was) {
        return [
          { ...name(prerequisite), what: sayPrerequisite(prerequisite), why, before: none, after: side(prerequisite) },
        ]
      }
      if (same(was.values, prerequisite.values)) return []
      const what = `${sayPrerequisite(prerequisite)} instead of ${sayAnyOf(was.values)}`
      return [{ ...name(prerequisite), what, why, before: side(was), after: side(prerequisite) }]
    }),
    ...had
      .filter((prerequisite) => !has.some(({ flagKey }) => flagKey === prerequisite.flagKey))
      .map(
        (prerequisite): Change => ({
          ...name(prerequisite),
          what: `No longer needs ${prerequisite.flagKey}`,
          before: side(prerequisite),
          after: none,
        }),
      ),
  ]
}
