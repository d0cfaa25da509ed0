import {
  type CompiledFlag,
  type FindList,
  type FlagConfig,
  type LargeSegment,
  openFlagGraph,
  reckon,
  type SegmentConfig,
} from '@bunting/engine'
import { runInTurns } from '../../base/pausable.ts'
import { sameConfig } from '../../rules/configs/promotion.ts'
import type { ConfigSource } from '../../rules/configs/references.ts'

type Described = ReadonlyMap<string, { config: FlagConfig | SegmentConfig } | LargeSegment>

/**
 * Returns a function that compiles the flags of one environment after another. Environments have much in common:
 * configs that equal those of the previous one are not compiled again. A result is valid until the next call.
 */
export const compileInTurn = (): ((
  source: ConfigSource,
  findList: FindList,
) => Promise<ReadonlyMap<string, CompiledFlag>>) => {
  let known: ConfigSource = { flags: new Map(), segments: new Map() }
  let find: FindList | undefined
  const findList: FindList = (named) => find?.(named)
  const graph = openFlagGraph({ ...known, findList }, (_, result) => result, reckon)
  return async (source, lists) => {
    find = lists
    const flags = differenceOf(known.flags, source.flags)
    const segments = differenceOf(known.segments, source.segments)
    await runInTurns(graph.changeWithPauses({ flags, segments }))
    known = source
    return graph.flags
  }
}

/** A list has another version, or is another's, in each environment. */
const isSame = (one: Described extends ReadonlyMap<string, infer Each> ? Each : never, other: typeof one | undefined) =>
  'config' in one && sameConfig(one.config, other && 'config' in other ? other.config : undefined)

/** The entries that differ in `next`, with undefined for those that it lacks. */
const differenceOf = (known: Described, next: Described): ReadonlyMap<string, unknown> => {
  const said = new Map<string, unknown>()
  for (const key of known.keys()) if (!next.has(key)) said.set(key, undefined)
  for (const [key, each] of next) if (!isSame(each, known.get(key))) said.set(key, each)
  return said
}
