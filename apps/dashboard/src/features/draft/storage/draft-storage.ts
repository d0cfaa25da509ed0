import { type Draft, isDraft } from './is-draft.ts'
import { isSegmentDraft, type SegmentDraft } from './is-segment-draft.ts'

/** A draft of any kind; its key tells which. */
export type AnyDraft = Draft | SegmentDraft

const prefix = 'bunting-draft:'
const keptMs = 30 * 24 * 60 * 60_000

const load = (name: string): AnyDraft | undefined => {
  try {
    const { keptAt, ...draft } = JSON.parse(localStorage.getItem(name) ?? '{}')
    return Date.now() - keptAt < keptMs && (isDraft(draft) || isSegmentDraft(draft)) ? draft : undefined
  } catch {
    return undefined
  }
}

/** The draft stored in this browser, by any tab; undefined if it is too old or damaged. */
export const loadDraft = (key: string): AnyDraft | undefined => load(prefix + key)

/** Stores a draft; undefined removes it. */
export const storeDraft = (key: string, draft: AnyDraft | undefined): void => {
  try {
    if (draft) localStorage.setItem(prefix + key, JSON.stringify({ keptAt: Date.now(), ...draft }))
    else localStorage.removeItem(prefix + key)
  } catch {
    // The storage is missing or full: the draft lasts as long as the page, which asks before it closes.
  }
}

const names = (): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // Without storage, nothing is stored.
    return []
  }
}

const namesOf = (userId: string): string[] => names().filter((name) => name.startsWith(`${prefix}${userId}:`))

export const hasDraftsOf = (userId: string): boolean => namesOf(userId).length > 0

export const forgetDraftsOf = (userId: string): void => {
  for (const name of namesOf(userId)) localStorage.removeItem(name)
}

/** Removes old and damaged drafts of every user, so that a shared browser does not keep them for ever. */
export const forgetUnusable = (): void => {
  for (const name of names()) if (load(name) === undefined) localStorage.removeItem(name)
}

/** Reports the key of a draft that another tab stored or removed; undefined for all of them. */
export const onStored = (tell: (key: string | undefined) => void, signal: AbortSignal): void =>
  window.addEventListener(
    'storage',
    ({ key }) => {
      if (key === null) tell(undefined)
      else if (key.startsWith(prefix)) tell(key.slice(prefix.length))
    },
    { signal },
  )
