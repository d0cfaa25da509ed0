import { FlagsError, type FlagValue } from '@bunting/sdk-core'

/** A flag as the bundle has it. */
export type BundleFlag = {
  readonly id: string
  readonly type: 'boolean' | 'string' | 'number' | 'json'
  readonly clientSafe: boolean
  readonly config: FlagConfig
  /** The rule under experiment, while one runs; servers before experiments sent none. */
  readonly experiment?: { readonly ruleId: string; readonly exposure: 'evaluation' | { readonly event: string } }
}

/** A flag's config, as the Management API saved it. */
export type FlagConfig = {
  readonly version: number
  readonly enabled: boolean
  readonly defaultValue: FlagValue
  readonly rules: readonly Rule[]
  readonly variants?: readonly { readonly key: string; readonly value: Exclude<FlagValue, boolean> }[]
  readonly prerequisites?: readonly { readonly flagKey: string; readonly values: readonly FlagValue[] }[]
}

type Rule = { readonly id: string; readonly enabled: boolean; readonly [field: string]: unknown }

/** A segment. `unit` names the attribute whose values its lists hold; null means the user's id. */
export type BundleSegment = RuleSegment | LargeSegment

/** A list that is too large for a bundle, which names its version. */
type LargeSegment = {
  readonly unit: string | null
  readonly large: {
    readonly list: string
    readonly version: number
    readonly size: number
    readonly salt: string
    readonly sha256: string
  }
}

type RuleSegment = {
  readonly unit: string | null
  readonly config: {
    readonly version: number
    readonly included: readonly string[]
    readonly excluded: readonly string[]
    readonly rules: readonly Rule[]
  }
}

/** All flags of an environment with their configs, as `GET /v1/bundle` answers. */
export type Bundle = {
  /** The version of this format; the first servers sent none. */
  readonly format?: number
  readonly environmentId: string
  readonly revision: number
  readonly flags: Readonly<Record<string, BundleFlag>>
  /** The segments that the flags need. */
  readonly segments?: Readonly<Record<string, BundleSegment>>
}

/** The difference between two revisions of a bundle: null for flags and segments that were removed. */
export type Patch = Omit<Bundle, 'flags' | 'segments'> & {
  /** The revision that the patch applies to. */
  readonly from: number
  readonly flags: Readonly<Record<string, BundleFlag | null>>
  readonly segments?: Readonly<Record<string, BundleSegment | null>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tells a bundle from anything else, such as the body of an error. */
export const isBundle = (value: unknown): value is Bundle =>
  isObject(value) && typeof value.revision === 'number' && isObject(value.flags)

/**
 * Parses a bundle. Throws if the text is not one, such as half a file or a proxy's page. Flags and segments are
 * validated when they are compiled.
 */
export const parseBundle = (text: string): Bundle => {
  const bundle = parseJson(text)
  if (isBundle(bundle)) return bundle
  throw new FlagsError('BAD_ANSWER', 'This is not a bundle of flags.')
}

/** Parses what the service sends: a bundle or a patch. Throws if it is neither. */
export const parseSent = (text: string): Bundle | Patch => {
  const sent = parseJson(text)
  if (isBundle(sent) && (!('from' in sent) || isObject(sent.segments ?? {}))) return sent
  throw new FlagsError('BAD_ANSWER', 'This is neither a bundle of flags nor a patch of one.')
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
