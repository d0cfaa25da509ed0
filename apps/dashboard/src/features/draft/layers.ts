import { isOfShare, leavesOf, type Rule, type ShareCondition } from '@bunting/engine'
import type { FlagInList } from '../../api/flags.ts'

/** The shares of layers in the rules. A share whose layer has no name yet is left out. */
export const sharesOfLayers = (rules: readonly Rule[]): readonly ShareCondition[] =>
  rules.flatMap(({ conditions }) =>
    Array.from(leavesOf(conditions, ''), ({ condition }) => condition).filter(
      (condition): condition is ShareCondition => isOfShare(condition) && condition.value.salt !== '',
    ),
  )

/** The identity of a layer: shares with the same kind and salt draw from the same layer. */
const layerOf = ({ value: { salt, kind = 'bunting' } }: ShareCondition): string => `${kind} ${salt}`

/** Tells whether two shares have units in common. */
const overlap = (one: ShareCondition, other: ShareCondition): boolean =>
  layerOf(one) === layerOf(other) &&
  one.attribute === other.attribute &&
  one.value.from < other.value.to &&
  other.value.from < one.value.to

/** Another flag that uses the same layers. */
type LayerMate = {
  flag: FlagInList
  shares: readonly ShareCondition[]
  /** The first of the own shares that overlaps with the flag's; undefined if none does. */
  overlapping: ShareCondition | undefined
}

/** The active flags that use the same layers in an environment. */
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
