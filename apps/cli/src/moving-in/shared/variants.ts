import { type FlagType, type FlagValue, sameValue, type Variant } from '@bunting/engine'
import { freeKey } from './free-key.ts'

export type Variants = {
  /** The key of a variant with this value. It is the name, unless that is taken by another value. */
  keyFor(name: string, value: FlagValue): string
  /** The variants for the config; boolean flags have none. */
  entry(): { variants?: Variant[] }
}

export const openVariants = (type: FlagType): Variants => {
  const known = new Map<string, FlagValue>()
  return {
    keyFor: (name, value) => {
      if (type === 'boolean') return String(value)
      const isOther = (key: string) => known.has(key) && !sameValue(known.get(key), value)
      const key = freeKey(name, isOther, 'variant')
      known.set(key, value)
      return key
    },
    entry: () =>
      known.size === 0
        ? {}
        : { variants: [...known].map(([key, value]) => ({ key, value: value as Variant['value'] })) },
  }
}
