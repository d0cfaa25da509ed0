import { isOfShare, leavesOf, type Rule, type ShareCondition } from '@bunting/engine'
import type { FlagInList } from '../../api/flags.ts'

/** The shares of layers that rules draw from. What is not named yet is no layer. */
export const sharesOfLayers = (rules: readonly Rule[]): readonly ShareCondition[] =>
  rules.flatMap(({ conditions }) =>
    Array.from(leavesOf(conditions, ''), ({ condition }) => condition).filter(
      (condition): condition is ShareCondition => isOfShare(condition) && condition.value.salt !== '',
    ),
  )

/** Two draw from one layer where they draw alike. */
const layerOf = ({ value: { salt, kind = 'bunting' } }: ShareCondition): string => `${kind} ${salt}`

/** Whether some units are in both. */
const overlap = (one: ShareCondition, other: ShareCondition): boolean =>
  layerOf(one) === layerOf(other) &&
  one.attribute === other.attribute &&
  one.value.from < other.value.to &&
  other.value.from < one.value.to

/** Another flag with shares of the same layers. */
type LayerMate = {
  flag: FlagInList
  shares: readonly ShareCondition[]
  /** Of the shares that one has oneself, the first that has units in common with them. */
  overlapping: ShareCondition | undefined
}

/** The active flags that draw from the same layers in an environment. */
export const layerMatesOf = (
  own: readonly ShareCondition[],
  flags: readonly FlagInList[],
  { flagKey, envId }: { flagKey: string; envId: string },
): readonly LayerMate[] => {
  const layers = new Set(own.map(layerOf))
  const others = flags.filter(({ key, archivedAt }) => key !== flagKey && archivedAt === null)
  return others.flatMap((flag) => {
    const shares = sharesOfLayers(flag.versions[envId]?.config.rules ?? []).filter((one) => layers.has(layerOf(one)))
    const overlapping = own.find((one) => shares.some((share) => overlap(one, share)))
    return shares.length === 0 ? [] : [{ flag, shares, overlapping }]
  })
}
