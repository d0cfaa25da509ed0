import type { ConditionValue } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'

const isValue = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length <= limits.configText
  return typeof value === 'boolean' || Number.isFinite(value)
}

const isConditionValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length <= limits.values && value.every(isValue) : isValue(value)

/** The types of a single value, as JSON Schema. */
const scalars = () => [
  { type: 'boolean' as const },
  { type: 'string' as const, maxLength: limits.configText },
  { type: 'number' as const },
]

export const describedValue = () => ({
  anyOf: [...scalars(), { type: 'array' as const, maxItems: limits.values, items: { anyOf: scalars() } }],
})

/** Checked by hand: for a list of a thousand invalid items a schema would report thousands of problems. */
export const conditionValue = z
  .unknown()
  .refine(isConditionValue, 'must be boolean, string, number or an array of these')
  .meta({ override: describedValue() }) as unknown as z.ZodType<ConditionValue, ConditionValue>
