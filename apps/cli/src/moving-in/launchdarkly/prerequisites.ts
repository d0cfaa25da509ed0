import type { FlagValue } from '@bunting/engine'
import { sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import type { Notes } from '../shared/findings.ts'
import type { TheirFlag } from './schema.ts'

/** The prerequisites of a flag; `isMet` is false if they can never be fulfilled. */
export type Needs = { isMet: boolean; prerequisites: NonNullable<ConfigEntry['prerequisites']> }

export type Parents = { find(theirs: string): TheirFlag | undefined; keyOf(theirs: string): string }

export const prerequisitesOf = (flag: TheirFlag, { find, keyOf }: Parents, notes: Notes): Needs => {
  const values = new Map<string, FlagValue>()
  let isMet = true
  for (const { key, variation } of flag.prerequisites ?? []) {
    const parent = find(key)
    const value = parent?.variations[variation] as FlagValue | null | undefined
    const before = values.get(key)
    if (value === null) notes.byHand('value-type', `Needs null of ${key}, which no flag here answers.`)
    if (!parent || value === undefined || value === null || (before !== undefined && !sameValue(before, value))) {
      isMet = false
      continue
    }
    values.set(key, value)
    noteParent(key, parent, variation, notes)
  }
  if (!isMet) notes.exact('failed-gate', 'Needs what no flag ever answers, so it is off.')
  return { isMet, prerequisites: [...values].map(([key, value]) => ({ flagKey: keyOf(key), values: [value] })) }
}

/** Notes differences: a prerequisite names a variation in LaunchDarkly, and a value in Bunting. */
const noteParent = (key: string, parent: TheirFlag, wanted: number, notes: Notes): void => {
  const isLike = (index: number) => sameValue(parent.variations[index], parent.variations[wanted])
  if (parent.on && servedBy(parent).some((index) => index !== wanted && isLike(index))) {
    notes.byHand('same-value', `Needs variation ${wanted} of ${key}, which has another with the same value.`)
  }
  const { offVariation } = parent
  if (parent.on && parent.prerequisites?.length && typeof offVariation === 'number' && isLike(offVariation)) {
    notes.byHand(
      'failed-gate',
      `Needs of ${key} what that also answers while its own prerequisites fail: here it is off then.`,
    )
  }
}

const servedBy = ({ targets, contextTargets, rules, fallthrough }: TheirFlag): number[] => [
  ...[...(targets ?? []), ...(contextTargets ?? [])].map(({ variation }) => variation),
  ...[...(rules ?? []), ...(fallthrough ? [fallthrough] : [])].flatMap(({ variation, rollout }) =>
    typeof variation === 'number' ? [variation] : (rollout?.variations.map((share) => share.variation) ?? []),
  ),
]
