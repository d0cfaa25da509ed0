import type { EnvironmentId } from '@bunting/contract'
import { isObject, parseJson } from '../../base/json.ts'
import type { EdgeBundle, EdgeEntries } from '../edge.ts'

/** A bundle as SDKs receive it, joined from texts without parsing them. */
export const bundleText = ({ format, environmentId, revision, flags, segments }: EdgeBundle): string => {
  // The first bundles had no `format` field.
  const head = format === undefined ? '' : `"format":${JSON.stringify(format)},`
  const place = `"environmentId":${JSON.stringify(environmentId)},"revision":${revision}`
  return `{${head}${place},"flags":${objectOf(flags)},"segments":${objectOf(segments)}}`
}

const objectOf = (entries: EdgeEntries): string =>
  `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`

/** Parses the text of a bundle. Returns the problem if it is invalid as a whole. */
export const bundleIn = (text: string, environmentId: EnvironmentId): EdgeBundle | string => {
  const bundle = parseJson(text)
  if (!isObject(bundle) || !isObject(bundle.flags)) return 'it is not a bundle'
  if (bundle.environmentId !== environmentId) return 'it is another environment’s'
  const revision = bundle.revision as number
  if (!Number.isSafeInteger(revision)) return 'it has no revision'
  const segments = isObject(bundle.segments) ? bundle.segments : {}
  return { environmentId, revision, format: bundle.format, flags: textsOf(bundle.flags), segments: textsOf(segments) }
}

const textsOf = (described: Record<string, unknown>): EdgeEntries =>
  Object.entries(described).map(([key, one]) => [key, JSON.stringify(one)] as const)
