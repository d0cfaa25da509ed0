import type { FlagConfig, FlagType } from '@bunting/engine'
import { useCallback, useSyncExternalStore } from 'react'
import type { FlagPlace } from '../data/flag-versions.ts'
import { queryClient } from '../data/query-client.ts'
import { sessionQuery } from '../data/session.ts'
import { same } from '../diff/same.ts'
import { forgetDraftsOf, forgetUnusable, hasDraftsOf, loadDraft, onStored, storeDraft } from './draft-storage.ts'
import type { Draft } from './is-draft.ts'
import { settleFields } from './settle-fields.ts'
import { startingConfig } from './starting-config.ts'
import { forgetTyped } from './typed-storage.ts'

const findUserId = (): string | undefined => queryClient.getQueryData(sessionQuery.queryKey)?.user.id

/** Everybody has drafts of their own. Undefined where nobody is signed in, who has none. */
const keyOf = ({ projectId, envId, flagKey }: FlagPlace): string | undefined => {
  const userId = findUserId()
  return userId && `${userId}:${projectId}:${envId}:${flagKey}`
}

/** Read once and kept, so that the same draft is the same object. Also where there is no storage. */
const drafts = new Map<string, Draft | undefined>()
/** Those that are being saved or proposed. */
const sent = new Set<string>()
const listeners = new Set<() => void>()

const read = (key: string | undefined): Draft | undefined => {
  if (key === undefined) return undefined
  if (!drafts.has(key)) drafts.set(key, loadDraft(key))
  return drafts.get(key)
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

const write = (key: string | undefined, draft: Draft | undefined): void => {
  if (key === undefined) return
  // Until it is known what comes of what was sent, also going back to what was there says something.
  const says = draft && (sent.has(key) || !draft.base || !same(draft.base, draft.config))
  drafts.set(key, says ? draft : undefined)
  storeDraft(key, says ? draft : undefined)
  tell()
}

/** Keeps a draft, or drops it where it says nothing but what is there. */
export const keepDraft = (place: FlagPlace, draft: Draft): void => write(keyOf(place), draft)

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

/** The config that is sent, and the version it becomes; none yet where it is proposed. */
type Sending = { config: FlagConfig; becomes?: FlagConfig }

/** Sends what a draft says, and then drops it. What is typed meanwhile stays a draft, on the version that was saved. */
export const sendDraft = async <Answer>(
  place: FlagPlace,
  { config, becomes }: Sending,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const key = keyOf(place) ?? ''
  sent.add(key)
  try {
    const answer = await send()
    const typed = read(key)
    if (typed && same(typed.config, config)) write(key, undefined)
    else if (typed && becomes) write(key, { base: becomes, config: { ...typed.config, version: becomes.version } })
    return answer
  } finally {
    sent.delete(key)
    // Now it is known whether it says anything.
    write(key, read(key))
  }
}

const hasDraftsHere = (): boolean => [...drafts.values()].some((draft) => draft !== undefined)

/** Whether there is anything that signing out would take away. */
export const hasDrafts = (): boolean => hasDraftsHere() || hasDraftsOf(findUserId() ?? '')

/** Whoever signs out leaves nothing behind for the next. */
export const forgetDrafts = (): void => {
  drafts.clear()
  forgetDraftsOf(findUserId() ?? '')
  forgetTyped()
  tell()
}

/** While somebody is signed in: a tab with a draft asks before it closes, and follows what other tabs do to one. */
export const watchDrafts = (): (() => void) => {
  const watching = new AbortController()
  const { signal } = watching
  forgetUnusable()
  onStored((key) => {
    if (key === undefined) drafts.clear()
    else drafts.delete(key)
    tell()
  }, signal)
  window.addEventListener(
    'beforeunload',
    (event) => {
      settleFields()
      if (hasDraftsHere()) event.preventDefault()
    },
    { signal },
  )
  return () => watching.abort()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Somebody's draft of a flag in an environment, kept in the browser until it is saved or discarded, for 30 days. */
export const useDraft = (place: FlagPlace): Draft | undefined => {
  const key = keyOf(place)
  return useSyncExternalStore(
    subscribe,
    useCallback(() => read(key), [key]),
  )
}
