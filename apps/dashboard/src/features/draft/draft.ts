import type { FlagConfig, FlagType } from '@bunting/engine'
import type { FlagPlace } from '../../api/flag-versions.ts'
import { same } from '../../format/same.ts'
import type { Draft } from './is-draft.ts'
import { draftKey, isBeingSent, readDraft, useKept, whileSent, writeDraft } from './kept.ts'
import { startingConfig } from './starting-config.ts'
import { rememberDraft, stepBack, stepForth, stepsFrom } from './undo.ts'

const keyOf = ({ projectId, envId, flagKey }: FlagPlace): string | undefined => draftKey(projectId, envId, flagKey)

const read = (key: string | undefined): Draft | undefined => readDraft(key) as Draft | undefined

const write = (key: string | undefined, draft: Draft | undefined): void => {
  if (key === undefined) return
  // Until it is known what comes of what was sent, also going back to what was there says something.
  const says = draft && (isBeingSent(key) || !draft.base || !same(draft.base, draft.config))
  writeDraft(key, says ? draft : undefined)
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
  const key = keyOf(place)
  const kept = read(key)
  const draft = kept ?? { base: live, config: live ?? startingConfig(type) }
  if (key !== undefined) {
    rememberDraft(key, draft, { isFirst: kept === undefined, typedIn: findTypedIn(), at: Date.now() })
  }
  keepDraft(place, { ...draft, config: change(draft.config) })
}

const findTypedIn = (): Element | undefined => {
  const field = document.activeElement
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
}

/** The way back through the edits of a draft, and forth again. `live` is what it is where there is none. */
export const useDraftSteps = (place: FlagPlace, live: FlagConfig | null, type: FlagType) => {
  const kept = useDraft(place)
  const key = keyOf(place) ?? ''
  const now = kept ?? { base: live, config: live ?? startingConfig(type) }
  const go = (step: typeof stepBack) => {
    const next = step(key, now)
    if (next) keepDraft(place, next)
  }
  const { back, forth } = stepsFrom(key, now)
  return { canUndo: kept !== undefined && back, canRedo: forth, undo: () => go(stepBack), redo: () => go(stepForth) }
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
  try {
    return await whileSent(key, async () => {
      const answer = await send()
      const typed = read(key)
      if (typed && same(typed.config, config)) write(key, undefined)
      else if (typed && becomes) write(key, { base: becomes, config: { ...typed.config, version: becomes.version } })
      return answer
    })
  } finally {
    // Now it is known whether it says anything.
    write(key, read(key))
  }
}

/** Somebody's draft of a flag in an environment. */
export const useDraft = (place: FlagPlace): Draft | undefined => useKept(keyOf(place)) as Draft | undefined
