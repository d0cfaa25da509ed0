import type { EnvironmentId } from '@bunting/contract'
import { compileFlag, type EvaluationContext, type EvaluationResult, type FlagConfig } from '@bunting/engine'
import type { EdgeBundle } from '../edge/edge.ts'

/** An outcome's JSON, prepared: `single` wants the request id and its end, `bulk` is whole. */
export type OutcomeText = { single: string; bulk: string }

export type CompiledFlag = { clientSafe: boolean; evaluate: (context: EvaluationContext) => OutcomeText }

export type CompiledBundle = {
  environmentId: EnvironmentId
  revision: number
  flags: ReadonlyMap<string, CompiledFlag>
}

type BundleFlags = { flags: Record<string, { clientSafe: boolean; config: FlagConfig }> }

export const outcomeText = (flagKey: string, result: EvaluationResult): OutcomeText => {
  const key = JSON.stringify(flagKey)
  const fields = JSON.stringify(result).slice(1, -1)
  return { single: `{"flagKey":${key},${fields},"requestId":"`, bulk: `${key}:{${fields}}` }
}

/** Everything that can be done before anybody asks: each rule a closure, each outcome its text. */
export const compileBundle = ({ environmentId, revision, text }: EdgeBundle): CompiledBundle => {
  const { flags } = JSON.parse(text) as BundleFlags
  const compiled = Object.entries(flags).map(([key, { clientSafe, config }]): [string, CompiledFlag] => {
    const flag = compileFlag(key, config, (result) => outcomeText(key, result))
    return [key, { clientSafe, evaluate: flag.evaluate }]
  })
  return { environmentId, revision, flags: new Map(compiled) }
}
