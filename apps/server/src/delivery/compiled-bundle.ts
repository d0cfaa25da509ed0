import { hash } from 'node:crypto'
import type { EnvironmentId } from '@bunting/contract'
import {
  compileFlag,
  type EvaluationContext,
  type EvaluationResult,
  type FlagConfig,
  isWellFormed,
} from '@bunting/engine'
import { isObject } from '../base/json.ts'
import { flagsIn } from '../edge/bundle-in.ts'
import type { EdgeBundle, EdgeKey } from '../edge/edge.ts'
import type { ReportInvalid } from '../edge/invalid-entries.ts'

/** An outcome with its JSON prepared: `single` wants the request id and its end, `bulk` is whole. */
export type Outcome = { result: EvaluationResult; single: string; bulk: string }

export type DeliveredFlag = {
  id: string
  clientSafe: boolean
  version: number
  /** Whether any rule could answer otherwise than the default. */
  hasRules: boolean
  /** Whether any number that it may answer is not whole. */
  hasFraction: boolean
  /** Of all that it was made of. */
  digest: string
  /** It answers with an error, because what the bundle says of it cannot be read. */
  broken: boolean
  evaluate: (context: EvaluationContext) => Outcome
}

export type CompiledBundle = {
  environmentId: EnvironmentId
  revision: number
  /** As SDKs receive it. */
  text: string
  replaces?: number
  flags: ReadonlyMap<string, DeliveredFlag>
}

const outcomeOf = (flagKey: string, result: EvaluationResult): Outcome => {
  const key = JSON.stringify(flagKey)
  const fields = JSON.stringify(result).slice(1, -1)
  return { result, single: `{"flagKey":${key},${fields},"requestId":"`, bulk: `${key}:{${fields}}` }
}

export const notFound = (flagKey: string): Outcome => outcomeOf(flagKey, { value: null, reason: 'FLAG_NOT_FOUND' })

/**
 * Everything that can be done before anybody asks: each rule a closure, each outcome its text. Flags that are as they
 * were in the bundle before are taken from it, so that a change costs what changed. A flag that cannot be read costs the
 * others nothing; what is no bundle fails.
 */
export const compileBundle = (
  bundle: EdgeBundle,
  before: CompiledBundle | undefined,
  reportInvalid: ReportInvalid,
): CompiledBundle => {
  if (before?.text === bundle.text)
    return before.replaces === bundle.replaces ? before : { ...bundle, flags: before.flags }
  const flags = flagsIn(bundle)
  if (typeof flags === 'string') throw reportInvalid('bundle', flags)
  const compiled = new Map<string, DeliveredFlag>()
  for (const key of Object.keys(flags)) {
    const digest = hash('sha256', JSON.stringify(flags[key]), 'base64')
    const known = before?.flags.get(key)
    compiled.set(key, known?.digest === digest ? known : deliver(key, flags[key], digest, reportInvalid))
  }
  return { ...bundle, text: onOneLine(bundle.text), flags: compiled }
}

/** A line's end within it would be one of the stream's. */
const onOneLine = (text: string): string => (/[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)

const deliver = (key: string, flag: unknown, digest: string, reportInvalid: ReportInvalid): DeliveredFlag => {
  const { id, type, clientSafe, config } = isObject(flag) ? flag : {}
  if (typeof id === 'string' && typeof clientSafe === 'boolean' && isWellFormed(config, type)) {
    try {
      const { evaluate } = compileFlag(key, config, (result) => outcomeOf(key, result))
      const hasRules = config.rules.some((rule) => rule.enabled)
      const hasFraction = valuesIn(config).some((value) => typeof value === 'number' && !Number.isInteger(value))
      return { id, clientSafe, version: config.version, hasRules, hasFraction, digest, broken: false, evaluate }
    } catch {
      // As broken as one that has not even the form.
    }
  }
  reportInvalid('flag', 'it is not a flag')
  const outcome = outcomeOf(key, { value: null, reason: 'ERROR' })
  const evaluate = () => outcome
  const none = { id: '', version: 0, hasRules: false, hasFraction: false }
  return { ...none, clientSafe: clientSafe === true, digest, broken: true, evaluate }
}

const valuesIn = ({ defaultValue, rules, variants = [] }: FlagConfig) => [
  defaultValue,
  ...[...rules, ...variants].map(({ value }) => value),
]

/** A client key must not learn that a flag exists, so a hidden flag looks like an unknown one. */
export const isVisible = (flag: DeliveredFlag, caller: EdgeKey): boolean => caller.type === 'server' || flag.clientSafe

export const visibleFlag = (bundle: CompiledBundle, caller: EdgeKey, flagKey: string): DeliveredFlag | undefined => {
  const flag = bundle.flags.get(flagKey)
  return flag && isVisible(flag, caller) ? flag : undefined
}
