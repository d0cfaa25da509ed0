import { type CompiledFlag, type FlagConfig, openFlagGraph, reckon, type SegmentConfig } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import { sameConfig } from '../../rules/configs/promotion.ts'
import type { ConfigSource } from '../../rules/configs/references.ts'

type Described = ReadonlyMap<string, { config: FlagConfig | SegmentConfig }>

/** So many of the most expensive configs are compiled before others have their turn. */
const atOnce = 10

/**
 * Environments have much in common: what is as it was in the one before is not compiled again. What comes back is good
 * until the next.
 */
export const compileInTurn = (): ((source: ConfigSource) => Promise<ReadonlyMap<string, CompiledFlag>>) => {
  let known: ConfigSource = { flags: new Map(), segments: new Map() }
  const graph = openFlagGraph(known, (_, result) => result, reckon)
  return async (source) => {
    // Segments first: flags need them.
    for (const segments of slicesOf(differenceOf(known.segments, source.segments))) {
      graph.change({ flags: new Map(), segments })
      await giveTurn()
    }
    for (const flags of slicesOf(differenceOf(known.flags, source.flags))) {
      graph.change({ flags, segments: new Map() })
      await giveTurn()
    }
    known = source
    return graph.flags
  }
}

function* slicesOf(said: ReadonlyMap<string, unknown>): Generator<ReadonlyMap<string, unknown>> {
  const all = [...said]
  for (let at = 0; at < all.length; at += atOnce) yield new Map(all.slice(at, at + atOnce))
}

/** What the next one says otherwise, with undefined for what it has not. */
const differenceOf = (known: Described, next: Described): ReadonlyMap<string, unknown> => {
  const said = new Map<string, unknown>()
  for (const key of known.keys()) if (!next.has(key)) said.set(key, undefined)
  for (const [key, each] of next) if (!sameConfig(each.config, known.get(key)?.config)) said.set(key, each)
  return said
}
