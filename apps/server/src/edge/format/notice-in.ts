import { idPrefixes } from '@bunting/contract'
import { isId, isObject, parseJson } from '../../base/json.ts'
import type { Notice } from '../edge.ts'

/** Parses a notice from the channel. `everything` is never accepted from outside. */
export const noticeIn = (text: string): Notice | undefined => {
  const { bundle, key } = fieldsOf(parseJson(text))
  if (isId(bundle, idPrefixes.environment)) return { bundle: bundle as never }
  return typeof key === 'string' && key.length <= 64 ? { key } : undefined
}

const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
