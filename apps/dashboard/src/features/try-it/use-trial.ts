import {
  type EvaluationContext,
  type Explanation,
  explain,
  type FlagConfig,
  type FlagType,
  referencesOf,
} from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Asked, explanationQuery } from '../../api/explanations.ts'
import type { FlagRef } from '../../api/flag-versions.ts'
import { contextOf, type Typed } from './context.ts'
import { tryKey, useTypedContext } from './use-typed-context.ts'

type Which = 'draft' | 'live'

/** The answer to a trial; `explanation` is undefined until it is known. */
type Told = { explanation: Explanation | undefined; failure: Error | null }

export type Trial = {
  typed: Typed
  type(attribute: string, value: string): void
  /** Replaces the whole context. */
  fill(typed: Typed): void
  which: Which
  choose(which: Which): void
  /** The chosen config and its answer; the live version's answer for comparison. */
  config: FlagConfig | null
  told: Told
  live: Told
}

type Trying = { flagRef: FlagRef; type: FlagType; draft: FlagConfig | null; live: FlagConfig | null }

/** Tries one context with the draft and with the live version, with the same engine that answers apps. */
export const useTrial = ({ flagRef, type, draft, live }: Trying): Trial => {
  const { typed, type: typeInto, fill } = useTypedContext(tryKey(flagRef))
  const [which, choose] = useState<Which>('draft')
  const context = useMemo(() => contextOf(typed), [typed])
  const ofLive = useTold({ flagRef, type, config: live, context, isLive: true })
  const ofDraft = useTold({ flagRef, type, config: draft, context, isLive: draft === live })
  return {
    typed,
    type: typeInto,
    fill,
    which,
    choose,
    config: which === 'draft' ? draft : live,
    told: which === 'draft' ? ofDraft : ofLive,
    live: ofLive,
  }
}

type Question = {
  flagRef: FlagRef
  type: FlagType
  config: FlagConfig | null
  context: EvaluationContext
  isLive: boolean
}

/** A config without references is evaluated here, at once. Otherwise the service is asked, which knows the others. */
const useTold = ({ flagRef, type, config, context, isLive }: Question): Told => {
  const isAlone = useMemo(() => config === null || referencesOf(config).length === 0, [config])
  const own = useMemo(
    () => (isAlone ? explainAlone(flagRef.flagKey, type, config, context) : undefined),
    [isAlone, flagRef.flagKey, type, config, context],
  )
  const asked: Asked = isLive || !config ? { version: config?.version ?? 0 } : { config }
  const { data, error } = useQuery({ ...explanationQuery(flagRef, asked, context), enabled: !isAlone })
  return own ? { explanation: own, failure: null } : { explanation: data, failure: error }
}

const explainAlone = (
  flagKey: string,
  type: FlagType,
  config: FlagConfig | null,
  context: EvaluationContext,
): Explanation => {
  const flags = new Map(config ? [[flagKey, { type, config }]] : [])
  return explain(flagKey, { flags, segments: new Map() }, context)
}
