import { type CompiledFlag, type FlagConfig, openFlagGraph, reckon, type SegmentConfig } from '@bunting/engine'
import { runInTurns } from '../../base/pausable.ts'
import { sameConfig } from '../../rules/configs/promotion.ts'
import type { ConfigSource } from '../../rules/configs/references.ts'

type Described = ReadonlyMap<string, { config: FlagConfig | SegmentConfig }>

/**
 * Returns a function that compiles the flags of one environment after another. Environments have much in common:
 * configs that equal those of the previous one are not compiled again. A result is valid until the next call.
 */
export const compileInTurn = (): ((source: ConfigSource) => Promise<ReadonlyMap<string, CompiledFlag>>) => {
  let known: ConfigSource = { flags: new Map(), segments: new Map() }
  const graph = openFlagGraph(known, (_, result) => result, reckon)
  return async (source) => {
    const flags = differenceOf(known.flags, source.flags)
    const segments = differenceOf(known.segments, source.segments)
    await runInTurns(graph.changeWithPauses({ flags, segments }))
    known = source
    return graph.flags
  }
}

/** The entries that differ in `next`, with undefined for those that it lacks. */
const differenceOf = (known: Described, next: Described): ReadonlyMap<string, unknown> => {
  const said = new Map<string, unknown>()
  for (const key of known.keys()) if (!next.has(key)) said.set(key, undefined)
  for (const [key, each] of next) if (!sameConfig(each.config, known.get(key)?.config)) said.set(key, each)
  return said
}
