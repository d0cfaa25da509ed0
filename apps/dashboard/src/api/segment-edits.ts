import type { SegmentConfig, SegmentRule } from '@bunting/engine'
import { same } from '../format/same.ts'

export const idLists = ['included', 'excluded'] as const
export type IdListName = (typeof idLists)[number]

/** Ids added to a list, and ids removed from it. */
export type IdEdits = { added: readonly string[]; removed: readonly string[] }

/** Changes to a segment. */
export type SegmentEdits = {
  included: IdEdits
  excluded: IdEdits
  /** The rules before and after, if they were edited. */
  rules?: { were: readonly SegmentRule[]; are: readonly SegmentRule[] }
}

export const noSegment: SegmentConfig = { version: 0, included: [], excluded: [], rules: [] }

const none: IdEdits = { added: [], removed: [] }
export const noEdits: SegmentEdits = { included: none, excluded: none }

const editIds = (ids: readonly string[], { added, removed }: IdEdits): readonly string[] => {
  if (added.length === 0 && removed.length === 0) return ids
  const gone = new Set(removed)
  const had = new Set(ids)
  return [...ids.filter((id) => !gone.has(id)), ...added.filter((id) => !had.has(id))]
}

/** The config with the edits applied. */
export const editSegment = (config: SegmentConfig, { included, excluded, rules }: SegmentEdits): SegmentConfig => ({
  ...config,
  included: editIds(config.included, included),
  excluded: editIds(config.excluded, excluded),
  rules: rules?.are ?? config.rules,
})

const idsBetween = (before: readonly string[], after: readonly string[]): IdEdits => {
  if (before === after) return none
  const [had, has] = [new Set(before), new Set(after)]
  return { added: [...has].filter((id) => !had.has(id)), removed: [...had].filter((id) => !has.has(id)) }
}

/** The edits that turn one config into the other. */
export const editsBetween = (before: SegmentConfig, after: SegmentConfig): SegmentEdits => ({
  included: idsBetween(before.included, after.included),
  excluded: idsBetween(before.excluded, after.excluded),
  ...(same(before.rules, after.rules) ? {} : { rules: { were: before.rules, are: after.rules } }),
})

const saysNothing = ({ added, removed }: IdEdits): boolean => added.length === 0 && removed.length === 0

export const isNoEdit = ({ included, excluded, rules }: SegmentEdits): boolean =>
  saysNothing(included) && saysNothing(excluded) && rules === undefined

/** Puts ids into a list. */
export const addIds = (config: SegmentConfig, list: IdListName, ids: readonly string[]): SegmentConfig => ({
  ...config,
  [list]: editIds(config[list], { added: [...new Set(ids)], removed: [] }),
})

export const removeIds = (config: SegmentConfig, list: IdListName, ids: readonly string[]): SegmentConfig => ({
  ...config,
  [list]: editIds(config[list], { added: [], removed: ids }),
})
