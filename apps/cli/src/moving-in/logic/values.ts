import type { FlagType, JsonDocument } from '@bunting/engine'
import { byHand, shown } from '../shared/by-hand.ts'
import { typeOf } from '../shared/values.ts'

/** The type of a flag; if its variants differ, the type of the first. */
export const typeOfVariants = (variants: Readonly<Record<string, unknown>>): FlagType =>
  Object.values(variants)
    .map(typeOf)
    .find((type) => type !== undefined) ?? 'string'

type Variant = { key: string; value: string | number | JsonDocument }

/** The variants for the config; a boolean flag has none. */
export const variantsOf = (type: FlagType, variants: Readonly<Record<string, unknown>>): { variants?: Variant[] } => {
  const odd = Object.entries(variants).find(([, value]) => typeOf(value) !== type)
  if (odd) byHand('value-type', `The variant ${odd[0]} is no ${type}: ${shown(odd[1])}.`)
  if (type === 'boolean') return {}
  return { variants: Object.entries(variants).map(([key, value]) => ({ key, value: value as Variant['value'] })) }
}
