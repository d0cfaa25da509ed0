import type { EnvironmentId } from '@bunting/contract'
import {
  type CompiledFlag,
  type CompiledFlags,
  compileFlags,
  type EvaluationContext,
  type FlagConfig,
  type FlagValue,
  isKnownFormat,
  sameValue,
} from '@bunting/engine'
import { isObject, parseJson } from '../base/json.ts'
import { bundleText } from '../edge/bundle-text.ts'
import type { EdgeBundle, EdgeEntries, EdgeKey } from '../edge/edge.ts'
import type { ReportInvalid } from '../edge/invalid-entries.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

export type DeliveredFlag = {
  id: string
  clientSafe: boolean
  version: number
  /** Whether it always answers its default. */
  isStatic: boolean
  /** Whether any number that it may answer is not whole. */
  hasFraction: boolean
  /** It answers with an error, because what the bundle says of it, or of what it needs, cannot be read. */
  broken: boolean
  evaluate: (context: EvaluationContext) => Outcome
  /** As one of several for the same context. */
  evaluateIn: CompiledFlag<Outcome>['evaluateIn']
}

export type CompiledBundle = {
  environmentId: EnvironmentId
  revision: number
  replaces?: number
  /** As SDKs receive it. */
  text(): string
  /** What a reader has to be told who has that revision, to have this one. Undefined: the whole is for them. */
  patchFrom(revision: number): string | undefined
  flags: ReadonlyMap<string, DeliveredFlag>
  parts: Parts
}

/** What a bundle was made of, for the next one. */
type Parts = { described: Described; compiled: CompiledFlags<Outcome> }
/** What the bundle says of each. */
type Described = { flag: ReadonlyMap<string, unknown>; segment: ReadonlyMap<string, unknown> }

/**
 * Everything that can be done before anybody asks: each rule a function, each outcome its text. Flags that are as they
 * were in the bundle before are taken from it, so that a change costs what changed. A flag that cannot be read costs the
 * others nothing; what is no bundle fails.
 */
export const compileBundle = (
  bundle: EdgeBundle,
  before: CompiledBundle | undefined,
  reportInvalid: ReportInvalid,
): CompiledBundle => {
  const { environmentId, revision, format, replaces } = bundle
  const text = onOneLine(bundleText(bundle))
  const head = {
    environmentId,
    revision,
    text: () => text,
    patchFrom: () => undefined,
    ...(replaces === undefined ? {} : { replaces }),
  }
  if (before?.text() === text)
    return before.replaces === replaces ? before : { ...head, flags: before.flags, parts: before.parts }
  if (!isKnownFormat(format)) reportInvalid('bundle', 'its format is newer than this server: upgrade it')

  const read = (entries: EdgeEntries) =>
    new Map(
      entries.map(([key, one]) => {
        const value = parseJson(one)
        if (value === undefined) throw reportInvalid('bundle', 'something in it is not JSON')
        return [key, value]
      }),
    )
  const described = { flag: read(bundle.flags), segment: read(bundle.segments) }
  const known = before?.parts
  const isSafe = (key: string) => Object(described.flag.get(key)).clientSafe === true
  const compiled = compileFlags<Outcome>(
    {
      format,
      flags: new Map(described.flag.entries().map(([key, flag]) => [key, isDescribed(flag) ? flag : undefined])),
      segments: described.segment,
    },
    (key, result) => outcomeOf(key, result, isSafe),
    known && {
      ...known.compiled,
      isSame: (kind, key) => sameValue(known.described[kind].get(key), described[kind].get(key)),
    },
  )
  const flags = new Map<string, DeliveredFlag>()
  for (const [key, flag] of compiled.flags) {
    const isKept = known?.compiled.flags.get(key) === flag
    flags.set(key, (isKept && before?.flags.get(key)) || deliver(flag, described.flag.get(key), reportInvalid))
  }
  return { ...head, flags, parts: { described, compiled } }
}

const isDescribed = (flag: unknown): boolean =>
  isObject(flag) && typeof flag.id === 'string' && typeof flag.clientSafe === 'boolean'

/** A line's end within it would be one of the stream's. */
const onOneLine = (text: string): string => (/[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)

const deliver = (
  { broken, evaluate, evaluateIn }: CompiledFlag<Outcome>,
  flag: unknown,
  reportInvalid: ReportInvalid,
): DeliveredFlag => {
  const { id, clientSafe, config } = isObject(flag) ? flag : {}
  const asked = { clientSafe: clientSafe === true, broken, evaluate, evaluateIn }
  if (broken) {
    reportInvalid('flag', 'it, or something that it needs, is not in a form that this server knows')
    return { ...asked, id: '', version: 0, isStatic: false, hasFraction: false }
  }
  const { version, enabled, rules, prerequisites } = config as FlagConfig
  return {
    ...asked,
    id: id as string,
    version,
    isStatic: enabled && !prerequisites && !rules.some((rule) => rule.enabled),
    hasFraction: valuesIn(config as FlagConfig).some((value) => typeof value === 'number' && !Number.isInteger(value)),
  }
}

const valuesIn = ({ defaultValue, rules, variants = [] }: FlagConfig): (FlagValue | undefined)[] => [
  defaultValue,
  ...rules.map(({ value }) => value),
  ...variants.map(({ value }) => value),
]

/** A client key must not learn that a flag exists, so a hidden flag looks like an unknown one. */
export const isVisible = (flag: DeliveredFlag, caller: EdgeKey): boolean => caller.type === 'server' || flag.clientSafe

export const visibleFlag = (bundle: CompiledBundle, caller: EdgeKey, flagKey: string): DeliveredFlag | undefined => {
  const flag = bundle.flags.get(flagKey)
  return flag && isVisible(flag, caller) ? flag : undefined
}
