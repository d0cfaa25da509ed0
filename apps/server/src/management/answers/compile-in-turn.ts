import { type CompiledFlag, type FlagConfig, openFlagGraph, reckon, type SegmentConfig } from '@bunting/engine'
import { runInTurns } from '../../base/pausable.ts'
import { sameConfig } from '../../rules/configs/promotion.ts'
import type { ConfigSource } from '../../rules/configs/references.ts'

type Described = ReadonlyMap<string, { config: FlagConfig | SegmentConfig }>

/**
 * Environments have much in common: what is as it was in the one before is not compiled again. What comes back is good
 * until the next.
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

/** What the next one says otherwise, with undefined for what it has not. */
const differenceOf = (known: Described, next: Described): ReadonlyMap<string, unknown> => {
  const said = new Map<string, unknown>()
  for (const key of known.keys()) if (!next.has(key)) said.set(key, undefined)
  for (const [key, each] of next) if (!sameConfig(each.config, known.get(key)?.config)) said.set(key, each)
  return said
}
