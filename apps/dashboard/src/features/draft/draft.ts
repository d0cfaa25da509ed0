import type { FlagConfig, FlagType } from '@bunting/engine'
import type { FlagRef } from '../../api/flag-versions.ts'
import { same } from '../../format/same.ts'
import { startingConfig } from './starting-config.ts'
import { draftsOf } from './storage/drafts-of.ts'
import type { Draft } from './storage/is-draft.ts'
import { rememberDraft, stepBack, stepForth, stepsFrom } from './undo.ts'

/** The draft of a flag in an environment. */
export const flagDraft = draftsOf<FlagRef, FlagConfig, Draft>({
  keyOf: ({ projectId, envId, flagKey }) => [projectId, envId, flagKey],
  isEmpty: ({ base, config }) => base !== null && same(base, config),
  restOf: (draft, { config, becomes }) => {
    if (same(draft.config, config)) return undefined
    return becomes ? { base: becomes, config: { ...draft.config, version: becomes.version } } : draft
  },
})

/** Edits the current draft, or starts one from the live config. */
export const editDraft = (
  flagRef: FlagRef,
  live: FlagConfig | null,
  type: FlagType,
  change: (config: FlagConfig) => FlagConfig,
): void => {
  const { read, keep, ...drafts } = flagDraft(flagRef)
  const key = drafts.key()
  const kept = read()
  const draft = kept ?? { base: live, config: live ?? startingConfig(type) }
  if (key !== undefined) {
    rememberDraft(key, draft, { isFirst: kept === undefined, typedIn: findTypedIn(), at: Date.now() })
  }
  keep({ ...draft, config: change(draft.config) })
}

const findTypedIn = (): Element | undefined => {
  const field = document.activeElement
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
}

/** Undo and redo for the edits of a draft. `live` is the config without a draft. */
export const useDraftSteps = (flagRef: FlagRef, live: FlagConfig | null, type: FlagType) => {
  const { keep, useDraft, ...drafts } = flagDraft(flagRef)
  const key = drafts.key() ?? ''
  const kept = useDraft()
  const now = kept ?? { base: live, config: live ?? startingConfig(type) }
  const go = (step: typeof stepBack) => {
    const next = step(key, now)
    if (next) keep(next)
  }
  const { back, forth } = stepsFrom(key, now)
  return { canUndo: kept !== undefined && back, canRedo: forth, undo: () => go(stepBack), redo: () => go(stepForth) }
}
