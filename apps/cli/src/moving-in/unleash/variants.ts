import { type FlagType, type FlagValue, sameValue, type Variant } from '@bunting/engine'
import type { Notes } from '../shared/findings.ts'
import { freeKey } from '../shared/free-key.ts'
import { typeOf } from '../shared/values.ts'
import type { TheirFlag, TheirVariant } from './schema.ts'

/** The name of the variant that Unleash answers for a flag that is off or has no variants. */
export const disabledName = 'disabled'

export const hasWeight = (variants: readonly TheirVariant[] | null | undefined): variants is readonly TheirVariant[] =>
  (variants ?? []).some(({ weight }) => weight > 0)

export const variantsIn = ({ variants, strategies }: TheirFlag): TheirVariant[] => [
  ...(variants ?? []),
  ...(strategies ?? []).flatMap((strategy) => strategy.variants ?? []),
]

const documentOf = ({ payload }: TheirVariant): FlagValue | undefined => {
  if (payload?.type !== 'json') return undefined
  try {
    const value: unknown = JSON.parse(payload.value)
    return typeOf(value) === 'json' ? (value as FlagValue) : undefined
  } catch {
    return undefined
  }
}

/** The type json if all payloads are documents, else string. */
export const payloadType = (variants: readonly TheirVariant[]): FlagType =>
  variants.every((variant) => documentOf(variant) !== undefined) ? 'json' : 'string'

/** The payload, or the name if there is none. */
export const payloadOf = (variant: TheirVariant, type: FlagType): FlagValue =>
  type === 'json' ? (documentOf(variant) as FlagValue) : (variant.payload?.value ?? variant.name)

export const disabledValue = (type: FlagType): FlagValue => (type === 'json' ? {} : disabledName)

export type Variants = {
  disabled: FlagValue
  keyOf(variant: TheirVariant): string
  /** The value of a variant, for a rule that answers a value; another variant may have the same value. */
  valueOf(variant: TheirVariant): FlagValue
  entry(): Variant[]
}

export const openVariants = (all: readonly TheirVariant[], type: FlagType, notes: Notes): Variants => {
  const values = new Map<string, FlagValue>([[disabledName, disabledValue(type)]])
  const keyOf = (variant: TheirVariant): string => {
    const value = payloadOf(variant, type)
    const isOther = (key: string) => values.has(key) && !sameValue(values.get(key), value)
    const key = freeKey(variant.name, isOther, 'variant')
    values.set(key, value)
    if (key !== variant.name)
      notes.widened('renamed', `The variant ${variant.name} with another payload is called ${key}.`)
    return key
  }
  for (const variant of all) keyOf(variant)
  return {
    disabled: disabledValue(type),
    keyOf,
    valueOf: (variant) => {
      const value = payloadOf(variant, type)
      const [first] = [...values].find(([, known]) => sameValue(known, value)) ?? []
      if (first !== keyOf(variant)) {
        notes.widened(
          'same-value',
          `The variant ${variant.name} has the value of ${first}, and is called that where no draw chooses it.`,
        )
      }
      return value
    },
    entry: () => [...values].map(([key, value]) => ({ key, value: value as Variant['value'] })),
  }
}
