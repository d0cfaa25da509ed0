import { isObject, parseJson } from '../base/json.ts'
import type { EdgeBundle } from './edge.ts'

/** What a bundle's text says of each flag, or what is wrong with the whole. */
export const flagsIn = ({ environmentId, revision, text }: EdgeBundle): Record<string, unknown> | string => {
  const bundle = parseJson(text)
  if (!isObject(bundle) || !isObject(bundle.flags)) return 'it is not a bundle'
  if (bundle.environmentId !== environmentId) return 'it is another environment’s'
  return bundle.revision === revision ? bundle.flags : 'its revision is another than its text says'
}
