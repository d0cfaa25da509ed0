import type { AttributeValue, EvaluationContext, Scalar } from '@bunting/sdk-core'

/** The fields that the contexts of OpenFeature's SDKs share. */
export type OpenFeatureContext = { targetingKey?: string; [name: string]: unknown }

/**
 * Maps the targeting key to the user and every other property to an attribute. Dates become texts; values that cannot
 * be attributes are left out.
 */
export const contextOf = ({ targetingKey, ...others }: OpenFeatureContext): EvaluationContext => {
  const attributes = Object.entries(others).flatMap(([name, value]) => {
    const kept = attributeOf(value)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return {
    ...(targetingKey === undefined ? {} : { userId: targetingKey }),
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
  }
}

const attributeOf = (value: unknown): AttributeValue | undefined =>
  Array.isArray(value) ? listOf(value) : scalarOf(value)

const scalarOf = (value: unknown): Scalar | undefined => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined
}

/** The limits of the service. */
const maxItems = 100
const maxCharacters = 1_024

/** A list that is too long, or has an element that Bunting would refuse, is left out. */
const listOf = (values: readonly unknown[]): readonly Scalar[] | undefined => {
  const items = values.map(scalarOf)
  return values.length <= maxItems && items.every(isItem) ? items : undefined
}

const isItem = (item: Scalar | undefined): item is Scalar =>
  typeof item === 'string' ? item.length <= maxCharacters : typeof item === 'boolean' || Number.isFinite(item)
