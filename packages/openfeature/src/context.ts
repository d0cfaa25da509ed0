import type { EvaluationContext, FlagValue } from '@bunting/sdk-core'

/** What OpenFeature's contexts have in common. */
export type OpenFeatureContext = { targetingKey?: string; [name: string]: unknown }

/** The targeting key is the user, any other property an attribute. A date is its text; what no attribute can be is left out. */
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

const attributeOf = (value: unknown): FlagValue | undefined => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined
}
