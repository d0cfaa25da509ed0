import { type Draft, isDraft } from './is-draft.ts'
import { isSegmentDraft, type SegmentDraft } from './is-segment-draft.ts'

/** Which kind one is, its key says. */
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

/** What was kept in this browser, in this tab or another one; not what is too old or damaged. */
export const loadDraft = (key: string): AnyDraft | undefined => load(prefix + key)

/** Undefined drops it. */
export const storeDraft = (key: string, draft: AnyDraft | undefined): void => {
  try {
    if (draft) localStorage.setItem(prefix + key, JSON.stringify({ keptAt: Date.now(), ...draft }))
    else localStorage.removeItem(prefix + key)
  } catch {
    // No storage, or a full one: it lasts as long as the page, which asks before it closes.
  }
}

const names = (): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // No storage: there is nothing in it.
    return []
  }
}

const namesOf = (userId: string): string[] => names().filter((name) => name.startsWith(`${prefix}${userId}:`))

export const hasDraftsOf = (userId: string): boolean => namesOf(userId).length > 0

export const forgetDraftsOf = (userId: string): void => {
  for (const name of namesOf(userId)) localStorage.removeItem(name)
}

/** Drafts of every user: a shared browser keeps none of them for ever. */
export const forgetUnusable = (): void => {
  for (const name of names()) if (load(name) === undefined) localStorage.removeItem(name)
}

/** Tells which draft another tab kept or dropped; undefined is all of them. */
export const onStored = (tell: (key: string | undefined) => void, signal: AbortSignal): void =>
  window.addEventListener(
    'storage',
    ({ key }) => {
      if (key === null) tell(undefined)
      else if (key.startsWith(prefix)) tell(key.slice(prefix.length))
    },
    { signal },
  )
