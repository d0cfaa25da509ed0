import { FlagsError } from '@bunting/sdk-core'

/** A flag as the bundle has it. */
export type BundleFlag = {
  readonly id: string
  readonly type: 'boolean' | 'string' | 'number'
  readonly clientSafe: boolean
  readonly config: FlagConfig
}

/** What a flag answers, as the Management API saved it. */
export type FlagConfig = {
  readonly version: number
  readonly enabled: boolean
  readonly defaultValue: boolean | string | number
  readonly rules: readonly Rule[]
  readonly variants?: readonly { readonly key: string; readonly value: string | number }[]
}

type Rule = { readonly id: string; readonly enabled: boolean; readonly [field: string]: unknown }

/** Everything an environment's flags say, as `GET /v1/bundle` answers it. */
export type Bundle = {
  readonly environmentId: string
  readonly revision: number
  readonly flags: Readonly<Record<string, BundleFlag>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fails where the text is no bundle: half a file, or a proxy's page. What its flags hold shows when they are compiled. */
export const parseBundle = (text: string): Bundle => {
  const bundle = parseJson(text)
  if (isObject(bundle) && typeof bundle.revision === 'number' && isObject(bundle.flags)) return bundle as Bundle
  throw new FlagsError('BAD_ANSWER', 'This is not a bundle of flags.')
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
