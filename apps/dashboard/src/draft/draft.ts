import type { FlagConfig, FlagType } from '@bunting/engine'
import { useCallback, useSyncExternalStore } from 'react'
import type { FlagPlace } from '../data/flag-versions.ts'
import { same } from '../diff/same.ts'
import { forgetTyped, keepTyped, loadTyped } from './typed-storage.ts'

/** Changes that are not saved: the config as edited, and the version it was edited from (null where there was none). */
export type Draft = { base: FlagConfig | null; config: FlagConfig }

const keyOf = ({ projectId, envId, flagKey }: FlagPlace): string => `draft:${projectId}:${envId}:${flagKey}`

/** Read once and kept, so that the same draft is the same object. Also where there is no storage. */
const drafts = new Map<string, Draft | undefined>()
const listeners = new Set<() => void>()

const read = (key: string): Draft | undefined => {
  if (!drafts.has(key)) drafts.set(key, loadTyped<Draft>(key))
  return drafts.get(key)
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

const write = (key: string, draft: Draft | undefined): void => {
  drafts.set(key, draft)
  keepTyped(key, draft)
  tell()
}

/** Keeps a draft, or drops it where it says nothing but what is there. */
export const keepDraft = (place: FlagPlace, draft: Draft): void =>
  write(keyOf(place), draft.base && same(draft.base, draft.config) ? undefined : draft)

/** Edits the draft as it is now, or begins one from what is live. */
export const editDraft = (
  place: FlagPlace,
  live: FlagConfig | null,
  type: FlagType,
  change: (config: FlagConfig) => FlagConfig,
): void => {
  const draft = read(keyOf(place)) ?? { base: live, config: live ?? startingConfig(type) }
  keepDraft(place, { ...draft, config: change(draft.config) })
}

export const dropDraft = (place: FlagPlace): void => write(keyOf(place), undefined)

/** Whoever signs out leaves nothing behind for the next. */
export const forgetDrafts = (): void => {
  drafts.clear()
  forgetTyped()
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The draft of a flag in an environment, kept in this tab until it is saved or discarded. */
export const useDraft = (place: FlagPlace): Draft | undefined => {
  const key = keyOf(place)
  return useSyncExternalStore(
    subscribe,
    useCallback(() => read(key), [key]),
  )
}

const startingValues = { boolean: false, string: '', number: 0 } as const

/** Where an environment has no version yet. */
export const startingConfig = (type: FlagType): FlagConfig => ({
  version: 0,
  enabled: false,
  defaultValue: startingValues[type],
  rules: [],
})
