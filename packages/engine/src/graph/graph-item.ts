import { type Reference, referencesOf } from '../config/references.ts'
import { isWellFormed, isWellFormedSegment } from '../config/well-formed.ts'
import type { FlagConfig, Segment } from '../types.ts'

type Kind = Reference['kind']

/** The unique name of a flag or a segment. */
export type Name = `${Kind}:${string}`

export const nameOf = (kind: Kind, key: string): Name => `${kind}:${key}`

/** A flag or a segment as the bundle has it. */
export type Item = {
  readonly kind: Kind
  readonly key: string
  readonly isThere: boolean
  /** Undefined if it cannot be read: then it names nothing. */
  readonly described: FlagConfig | Segment | undefined
  readonly references: readonly Reference[]
  readonly names: readonly Name[]
}

export function flagItem(key: string, flag: unknown): Item {
  const { type, config } = (flag ?? {}) as { type?: unknown; config?: unknown }
  if (!isWellFormed(config, type)) return unreadableItem('flag', key)
  return readableItem('flag', key, config, referencesOf(config))
}

export const segmentItem = (key: string, segment: unknown): Item =>
  isWellFormedSegment(segment)
    ? readableItem('segment', key, segment, 'config' in segment ? referencesOf(segment.config) : [])
    : unreadableItem('segment', key)

const readableItem = (kind: Kind, key: string, described: Item['described'], references: Reference[]): Item => {
  const names = references.map((each) => nameOf(each.kind, each.key))
  return { kind, key, isThere: true, described, references, names }
}

const unreadableItem = (kind: Kind, key: string, isThere = true): Item => ({
  kind,
  key,
  isThere,
  described: undefined,
  references: [],
  names: [],
})

export const goneItem = (kind: Kind, key: string): Item => unreadableItem(kind, key, false)
