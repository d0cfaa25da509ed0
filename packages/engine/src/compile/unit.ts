import type { EvaluationContext } from '../types.ts'
import { textOf } from '../values/text.ts'
import { type Read, readAttribute } from './attribute.ts'

/** The unit that a rule buckets by: the value of `bucketBy`, else the user. An empty text counts as missing. */
export function unitOf(bucketBy: Read | undefined, context: EvaluationContext): string | undefined {
  if (bucketBy) return textOf(bucketBy(context)) || undefined
  return textOf(context.userId) || textOf(context.anonymousId) || undefined
}

/** The unit that a segment's lists would hold; `unit` names the attribute, null the user. */
export const contextUnit = (unit: string | null, context: EvaluationContext): string | undefined =>
  unitOf(unit === null ? undefined : readAttribute(unit), context)
