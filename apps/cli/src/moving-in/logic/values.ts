import type { FlagType, FlagValue, JsonDocument } from '@bunting/engine'
import { byHand, shown } from './unmappable.ts'

export const typeOfValue = (value: unknown): FlagType | undefined => {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'object' && value !== null ? 'json' : undefined
}

const empty: Record<FlagType, FlagValue> = { boolean: false, string: '', number: 0, json: {} }

/** What a flag of this type answers where its source leaves that to the code that asks. */
export const emptyValue = (type: FlagType): FlagValue => empty[type]

/** The type of a flag by its variants; the first one decides where they differ. */
export const typeOfVariants = (variants: Readonly<Record<string, unknown>>): FlagType =>
  Object.values(variants)
    .map(typeOfValue)
    .find((type) => type !== undefined) ?? 'string'

type Variant = { key: string; value: string | number | JsonDocument }

/** As a config has them; a boolean flag has none of its own. */
export const variantsOf = (type: FlagType, variants: Readonly<Record<string, unknown>>): { variants?: Variant[] } => {
  const odd = Object.entries(variants).find(([, value]) => typeOfValue(value) !== type)
  if (odd) byHand('type-strict', `The variant ${odd[0]} is no ${type}: ${shown(odd[1])}.`)
  if (type === 'boolean') return {}
  return { variants: Object.entries(variants).map(([key, value]) => ({ key, value: value as Variant['value'] })) }
}
