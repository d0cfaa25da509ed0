import { type EvaluationContext, type Explanation, explain, type FlagConfig } from '@bunting/engine'
import { useMemo, useState } from 'react'
import { keepTyped, loadTyped } from '../../../draft/typed-storage.ts'

type Which = 'draft' | 'live'

/** What is tried, as it was typed: an attribute that is empty is not there. */
export type Typed = Readonly<Record<string, string>>

export const contextOf = (typed: Typed): EvaluationContext => {
  const { userId = '', anonymousId = '', ...rest } = typed
  const attributes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return {
    ...(userId === '' ? {} : { userId }),
    ...(anonymousId === '' ? {} : { anonymousId }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  }
}

/** People name attributes as they like: `constructor` is one that nobody typed yet. */
export const typedAt = (typed: Typed, attribute: string): string =>
  Object.hasOwn(typed, attribute) ? (typed[attribute] ?? '') : ''

export type Trial = {
  typed: Typed
  type(attribute: string, value: string): void
  which: Which
  choose(which: Which): void
  /** The config that answers, and how; the other one's answer beside it. */
  config: FlagConfig | null
  explanation: Explanation
  live: Explanation
}

/** One context against the draft and against what is live, by the engine that apps are answered by. */
export const useTrial = (
  { projectId, flagKey }: { projectId: string; flagKey: string },
  draft: FlagConfig | null,
  live: FlagConfig | null,
): Trial => {
  const key = `try:${projectId}:${flagKey}`
  const [typed, setTyped] = useState(() => loadTyped<Typed>(key) ?? {})
  const [which, choose] = useState<Which>('draft')
  const context = useMemo(() => contextOf(typed), [typed])
  const ofDraft = useMemo(() => explain(flagKey, draft ?? undefined, context), [flagKey, draft, context])
  const ofLive = useMemo(() => explain(flagKey, live ?? undefined, context), [flagKey, live, context])
  return {
    typed,
    type: (attribute, value) => {
      const next = { ...typed, [attribute]: value }
      setTyped(next)
      keepTyped(key, next)
    },
    which,
    choose,
    config: which === 'draft' ? draft : live,
    explanation: which === 'draft' ? ofDraft : ofLive,
    live: ofLive,
  }
}
