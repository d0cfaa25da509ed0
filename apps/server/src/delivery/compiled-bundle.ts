import type { EnvironmentId } from '@bunting/contract'
import { compileFlag, type EvaluationContext, type EvaluationResult, type FlagConfig } from '@bunting/engine'
import type { EdgeBundle, EdgeKey } from '../edge/edge.ts'

/** An outcome with its JSON prepared: `single` wants the request id and its end, `bulk` is whole. */
export type Outcome = { result: EvaluationResult; single: string; bulk: string }

export type DeliveredFlag = {
  id: string
  clientSafe: boolean
  version: number
  /** Whether any rule could answer otherwise than the default. */
  hasRules: boolean
  evaluate: (context: EvaluationContext) => Outcome
}

export type CompiledBundle = {
  environmentId: EnvironmentId
  revision: number
  /** As SDKs receive it. */
  text: string
  flags: ReadonlyMap<string, DeliveredFlag>
}

type BundleFlags = { flags: Record<string, { id: string; clientSafe: boolean; config: FlagConfig }> }

const outcomeOf = (flagKey: string, result: EvaluationResult): Outcome => {
  const key = JSON.stringify(flagKey)
  const fields = JSON.stringify(result).slice(1, -1)
  return { result, single: `{"flagKey":${key},${fields},"requestId":"`, bulk: `${key}:{${fields}}` }
}

export const notFound = (flagKey: string): Outcome => outcomeOf(flagKey, { value: null, reason: 'FLAG_NOT_FOUND' })

/**
 * Everything that can be done before anybody asks: each rule a closure, each outcome its text. Flags that are as they
 * were in the bundle before are taken from it, so that a change costs what changed.
 */
export const compileBundle = (bundle: EdgeBundle, before: CompiledBundle | undefined): CompiledBundle => {
  const { flags } = JSON.parse(bundle.text) as BundleFlags
  const compiled = new Map<string, DeliveredFlag>()
  for (const key of Object.keys(flags)) {
    const { id, clientSafe, config } = flags[key] as BundleFlags['flags'][string]
    const known = before?.flags.get(key)
    const same = known && known.version === config.version && known.clientSafe === clientSafe
    compiled.set(key, same ? known : deliver(key, id, clientSafe, config))
  }
  return { ...bundle, flags: compiled }
}

const deliver = (key: string, id: string, clientSafe: boolean, config: FlagConfig): DeliveredFlag => ({
  id,
  clientSafe,
  version: config.version,
  hasRules: config.rules.some((rule) => rule.enabled),
  evaluate: compileFlag(key, config, (result) => outcomeOf(key, result)).evaluate,
})

/** A client key must not learn that a flag exists, so a hidden flag looks like an unknown one. */
export const isVisible = (flag: DeliveredFlag, caller: EdgeKey): boolean => caller.type === 'server' || flag.clientSafe

export const visibleFlag = (bundle: CompiledBundle, caller: EdgeKey, flagKey: string): DeliveredFlag | undefined => {
  const flag = bundle.flags.get(flagKey)
  return flag && isVisible(flag, caller) ? flag : undefined
}
