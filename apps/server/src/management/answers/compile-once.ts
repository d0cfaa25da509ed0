import { type CompiledFlags, compileFlags, type FlagConfig, type SegmentConfig } from '@bunting/engine'
import { sameConfig } from '../../rules/promotion.ts'
import type { ConfigSource } from '../../rules/references.ts'

type Flag = CompiledFlags['flags'] extends ReadonlyMap<string, infer Each> ? Each : never
type Segment = CompiledFlags['segments'] extends ReadonlyMap<string, infer Each> ? Each : never

/** What was compiled of a key so far, each of another config. */
type Known<Node> = Map<string, { config: FlagConfig | SegmentConfig; node: Node }[]>
type Described = ReadonlyMap<string, { config: FlagConfig | SegmentConfig }>

/** Environments have much in common: what is as it was in any that came before is not compiled again. */
export const compileOnce = (): ((source: ConfigSource) => CompiledFlags) => {
  const knownFlags: Known<Flag> = new Map()
  const knownSegments: Known<Segment> = new Map()
  return (source) => {
    const flags = matching(knownFlags, source.flags)
    const segments = matching(knownSegments, source.segments)
    const isSame = (kind: 'flag' | 'segment', key: string) => (kind === 'flag' ? flags : segments).has(key)
    const compiled = compileFlags(source, (_, result) => result, { flags, segments, isSame })
    remember(knownFlags, source.flags, compiled.flags, flags)
    remember(knownSegments, source.segments, compiled.segments, segments)
    return compiled
  }
}

const matching = <Node>(known: Known<Node>, described: Described): Map<string, Node> => {
  const found = new Map<string, Node>()
  for (const [key, { config }] of described) {
    const match = known.get(key)?.find((each) => sameConfig(config, each.config))
    if (match) found.set(key, match.node)
  }
  return found
}

const remember = <Node>(
  known: Known<Node>,
  described: Described,
  compiled: ReadonlyMap<string, Node>,
  found: ReadonlyMap<string, Node>,
): void => {
  for (const [key, { config }] of described) {
    const node = compiled.get(key)
    if (node !== undefined && node !== found.get(key)) known.set(key, [...(known.get(key) ?? []), { config, node }])
  }
}
