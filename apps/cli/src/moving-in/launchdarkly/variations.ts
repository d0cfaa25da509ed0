import { type FlagType, type FlagValue, sameValue, type Variant } from '@bunting/engine'
import { nameFor } from '../shared/facts.ts'
import { freeKey } from '../shared/free-key.ts'
import { emptyValues, typeOf } from '../shared/values.ts'

/** The type of a flag with these variations; undefined if no single type fits them all. */
export const typeOfAll = (variations: readonly unknown[]): FlagType | undefined => {
  const types = new Set(variations.map(typeOf))
  const [type] = types
  return types.size === 1 ? type : undefined
}

/** The variations of a flag in an environment, as Bunting's values and variants. */
export type Variations = {
  type: FlagType
  /** The value of a variation; undefined if no variation has this index. */
  valueOf(index: number): FlagValue | undefined
  isSame(one: number, other: number): boolean
  /** The variants to split over, one for each index. A repeated index gets another variant with the same value. */
  keysOf(indexes: readonly number[]): string[]
  /** The variants for the config; boolean flags have none. */
  entry(): { variants?: Variant[] }
}

export const openVariations = (
  values: readonly unknown[],
  type: FlagType,
  names: readonly (string | null | undefined)[],
): Variations => {
  const variants = new Map<string, FlagValue>()
  const add = (wanted: string, value: FlagValue): string => {
    const key = freeKey(wanted, (known) => variants.has(known), 'variation')
    variants.set(key, value)
    return key
  }
  const nameOf = (value: unknown, at: number): string => {
    const isShort = typeof value === 'string' && value.length <= 64
    return nameFor(names[at] ?? (isShort ? value : ''), `variation-${at}`)
  }
  const isBoolean = type === 'boolean'
  const keys = values.map((value, at) => (isBoolean ? String(value) : add(nameOf(value, at), value as FlagValue)))
  const aliases = new Map<string, string>()
  /** Reuses the same key in all rules for the n-th use of a variation. */
  const aliasOf = (index: number, use: number): string => {
    const name = `${index} ${use}`
    const key = aliases.get(name) ?? add(keys[index] as string, values[index] as FlagValue)
    aliases.set(name, key)
    return key
  }
  return {
    type,
    valueOf: (index) => values[index] as FlagValue | undefined,
    isSame: (one, other) => sameValue(values[one], values[other]),
    keysOf: (indexes) => {
      const uses = new Map<number, number>()
      return indexes.map((index) => {
        const use = uses.get(index) ?? 0
        uses.set(index, use + 1)
        return use === 0 || isBoolean ? (keys[index] as string) : aliasOf(index, use)
      })
    },
    entry: () =>
      variants.size === 0
        ? {}
        : { variants: [...variants].map(([key, value]) => ({ key, value: value as Variant['value'] })) },
  }
}

/** The default value when no variation applies: false, or the last variation, which LaunchDarkly suggests. */
export const lastValue = (values: readonly unknown[], type: FlagType): FlagValue => {
  const last = values.at(-1)
  return type === 'boolean' || typeOf(last) !== type ? emptyValues[type] : (last as FlagValue)
}
