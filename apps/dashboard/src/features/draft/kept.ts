import { useCallback, useSyncExternalStore } from 'react'
import { queryClient } from '../../api/core/query-client.ts'
import { sessionQuery } from '../../api/session.ts'
import {
  type AnyDraft,
  forgetDraftsOf,
  forgetUnusable,
  hasDraftsOf,
  loadDraft,
  onStored,
  storeDraft,
} from './draft-storage.ts'
import { settleFields } from './settle-fields.ts'
import { forgetTriedOf } from './tried-storage.ts'
import { forgetTyped } from './typed-storage.ts'

const findUserId = (): string | undefined => queryClient.getQueryData(sessionQuery.queryKey)?.user.id

/** Everybody has drafts of their own. Undefined where nobody is signed in, who has none. */
export const draftKey = (...path: readonly string[]): string | undefined => {
  const userId = findUserId()
  return userId && [userId, ...path].join(':')
}

/** Read once and kept, so that the same draft is the same object. Also where there is no storage. */
const drafts = new Map<string, AnyDraft | undefined>()
/** Those that are being saved or proposed. */
const sent = new Set<string>()
const listeners = new Set<() => void>()

export const readDraft = (key: string | undefined): AnyDraft | undefined => {
  if (key === undefined) return undefined
  if (!drafts.has(key)) drafts.set(key, loadDraft(key))
  return drafts.get(key)
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Undefined drops it. */
export const writeDraft = (key: string | undefined, draft: AnyDraft | undefined): void => {
  if (key === undefined) return
  drafts.set(key, draft)
  storeDraft(key, draft)
  tell()
}

export const isBeingSent = (key: string): boolean => sent.has(key)

export const whileSent = async <Answer>(key: string, send: () => Promise<Answer>): Promise<Answer> => {
  sent.add(key)
  try {
    return await send()
  } finally {
    sent.delete(key)
  }
}

const hasDraftsHere = (): boolean => [...drafts.values()].some((draft) => draft !== undefined)

/** Whether there is anything that signing out would take away. */
export const hasDrafts = (): boolean => hasDraftsHere() || hasDraftsOf(findUserId() ?? '')

/** Signing out removes one's drafts from the browser. */
export const forgetDrafts = (): void => {
  drafts.clear()
  forgetDraftsOf(findUserId() ?? '')
  forgetTriedOf(findUserId() ?? '')
  forgetTyped()
  tell()
}

/** While somebody is signed in: a tab with a draft asks before it closes, and follows what other tabs do to one. */
export const watchDrafts = (signal: AbortSignal): void => {
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
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Somebody's draft, kept in the browser until it is saved or discarded, for 30 days. */
export const useKept = (key: string | undefined): AnyDraft | undefined =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => readDraft(key), [key]),
  )
