import { isObject, parseJson } from '../base/json.ts'
import type { EdgeBundle } from './edge.ts'

type Described = Readonly<Record<string, unknown>>

/** What a bundle says of each flag and segment. */
export type BundleContent = { format: unknown; flags: Described; segments: Described }

/** What a bundle's text says, or what is wrong with the whole. */
export const contentIn = ({ environmentId, revision, text }: EdgeBundle): BundleContent | string => {
  const bundle = parseJson(text)
  if (!isObject(bundle) || !isObject(bundle.flags)) return 'it is not a bundle'
  if (bundle.environmentId !== environmentId) return 'it is another environment’s'
  if (bundle.revision !== revision) return 'its revision is another than its text says'
  const segments = isObject(bundle.segments) ? bundle.segments : {}
  return { format: bundle.format, flags: bundle.flags, segments }
}
