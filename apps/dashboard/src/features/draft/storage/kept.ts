import { useCallback, useSyncExternalStore } from 'react'
import { queryClient } from '../../../api/core/query-client.ts'
import { sessionQuery } from '../../../api/session.ts'
import { settleFields } from '../typed/settle-fields.ts'
import {
  type AnyDraft,
  forgetDraftsOf,
  forgetUnusable,
  hasDraftsOf,
  loadDraft,
  onStored,
  storeDraft,
} from './draft-storage.ts'
import { forgetTriedOf } from './tried-storage.ts'
import { forgetTyped } from './typed-storage.ts'

const findUserId = (): string | undefined => queryClient.getQueryData(sessionQuery.queryKey)?.user.id

/** The key of a user's own draft; undefined if nobody is signed in. */
export const draftKey = (...path: readonly string[]): string | undefined => {
  const userId = findUserId()
  return userId && [userId, ...path].join(':')
}

/** Cache of the drafts read, so that an unchanged draft stays the same object. It works without storage, too. */
const drafts = new Map<string, AnyDraft | undefined>()
/** The keys of drafts that are being saved or proposed. */
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

/** Writes a draft; undefined removes it. */
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

/** Tells whether signing out would lose any drafts. */
export const hasDrafts = (): boolean => hasDraftsHere() || hasDraftsOf(findUserId() ?? '')

/** Removes the user's drafts from the browser when they sign out. */
export const forgetDrafts = (): void => {
  drafts.clear()
  forgetDraftsOf(findUserId() ?? '')
  forgetTriedOf(findUserId() ?? '')
  forgetTyped()
  tell()
}

/** While a user is signed in: a tab with a draft asks before it closes, and follows changes of drafts by other tabs. */
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

/** The user's draft, stored in the browser until it is saved or discarded, for at most 30 days. */
export const useKept = (key: string | undefined): AnyDraft | undefined =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => readDraft(key), [key]),
  )
