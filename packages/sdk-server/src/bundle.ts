import { FlagsError, type FlagValue } from '@bunting/sdk-core'

/** A flag as the bundle has it. */
export type BundleFlag = {
  readonly id: string
  readonly type: 'boolean' | 'string' | 'number' | 'json'
  readonly clientSafe: boolean
  readonly config: FlagConfig
}

/** What a flag answers, as the Management API saved it. */
export type FlagConfig = {
  readonly version: number
  readonly enabled: boolean
  readonly defaultValue: FlagValue
  readonly rules: readonly Rule[]
  readonly variants?: readonly { readonly key: string; readonly value: Exclude<FlagValue, boolean> }[]
  readonly prerequisites?: readonly { readonly flagKey: string; readonly values: readonly FlagValue[] }[]
}

type Rule = { readonly id: string; readonly enabled: boolean; readonly [field: string]: unknown }

/** An audience that rules name. `unit` is the attribute that its lists hold; null: the user. */
export type BundleSegment = {
  readonly unit: string | null
  readonly config: {
    readonly version: number
    readonly included: readonly string[]
    readonly excluded: readonly string[]
    readonly rules: readonly Rule[]
  }
}

/** Everything an environment's flags say, as `GET /v1/bundle` answers it. */
export type Bundle = {
  /** How it is written; a server of before has none. */
  readonly format?: number
  readonly environmentId: string
  readonly revision: number
  readonly flags: Readonly<Record<string, BundleFlag>>
  /** Those that the flags need. */
  readonly segments?: Readonly<Record<string, BundleSegment>>
}

/** What a bundle has to be told to become that of a later revision; null for what it has no longer. */
export type Patch = Omit<Bundle, 'flags' | 'segments'> & {
  /** The revision that it goes on from. */
  readonly from: number
  readonly flags: Readonly<Record<string, BundleFlag | null>>
  readonly segments?: Readonly<Record<string, BundleSegment | null>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBundle = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && typeof value.revision === 'number' && isObject(value.flags)

/** Fails where the text is no bundle: half a file, or a proxy's page. What its flags and segments hold shows when they are compiled. */
export const parseBundle = (text: string): Bundle => {
  const bundle = parseJson(text)
  if (isBundle(bundle)) return bundle as Bundle
  throw new FlagsError('BAD_ANSWER', 'This is not a bundle of flags.')
}

/** What the service sends: a bundle, or a patch of one. Fails where it is neither. */
export const parseSent = (text: string): Bundle | Patch => {
  const sent = parseJson(text)
  if (isBundle(sent) && (!('from' in sent) || isObject(sent.segments ?? {}))) return sent as Bundle | Patch
  throw new FlagsError('BAD_ANSWER', 'This is neither a bundle of flags nor a patch of one.')
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
