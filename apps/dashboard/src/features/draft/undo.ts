import type { Draft } from './storage/is-draft.ts'

/** The states of a draft before each edit, and the undone ones. Kept as long as the page is open. */
type Past = { before: readonly Draft[]; after: readonly Draft[]; typedIn: unknown; at: number }

const pasts = new Map<string, Past>()
const maxSteps = 100

/** Typing into one field without a pause is undone as one step. */
const oneGoMs = 1_000

type Edit = {
  /** The first edit of a draft starts a new history. */
  isFirst: boolean
  /** The field that is typed in; undefined if the edit is not typing. */
  typedIn: unknown
  at: number
}

/** Remembers the state of a draft before an edit. */
export const rememberDraft = (key: string, draft: Draft, { isFirst, typedIn, at }: Edit): void => {
  const past = isFirst ? undefined : pasts.get(key)
  const before = past?.before ?? []
  const isOneGo = typedIn !== undefined && typedIn === past?.typedIn && at - past.at < oneGoMs
  pasts.set(key, { before: isOneGo ? before : [...before, draft].slice(-maxSteps), after: [], typedIn, at })
}

const isOn = (draft: Draft, other: Draft | undefined): boolean => other?.base?.version === draft.base?.version

/** The previous state; undefined if there is none, or if it belongs to another version. */
export const stepBack = (key: string, now: Draft): Draft | undefined => {
  const past = pasts.get(key)
  const was = past?.before.at(-1)
  if (!past || !was || !isOn(now, was)) return undefined
  pasts.set(key, { before: past.before.slice(0, -1), after: [...past.after, now], typedIn: undefined, at: 0 })
  return was
}

/** The state that was undone last. */
export const stepForth = (key: string, now: Draft): Draft | undefined => {
  const past = pasts.get(key)
  const next = past?.after.at(-1)
  if (!past || !next || !isOn(now, next)) return undefined
  pasts.set(key, { before: [...past.before, now], after: past.after.slice(0, -1), typedIn: undefined, at: 0 })
  return next
}

/** Tells whether undo and redo are possible. */
export const stepsFrom = (key: string, now: Draft): { back: boolean; forth: boolean } => ({
  back: isOn(now, pasts.get(key)?.before.at(-1)) && (pasts.get(key)?.before.length ?? 0) > 0,
  forth: isOn(now, pasts.get(key)?.after.at(-1)) && (pasts.get(key)?.after.length ?? 0) > 0,
})
