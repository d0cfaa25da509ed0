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

/** Absent until it is known. */
type Told = { explanation: Explanation | undefined; failure: Error | null }

export type Trial = {
  typed: Typed
  type(attribute: string, value: string): void
  /** Takes over a whole context. */
  fill(typed: Typed): void
  which: Which
  choose(which: Which): void
  /** The config that answers, and how; the other one's answer beside it. */
  config: FlagConfig | null
  told: Told
  live: Told
}

type Trying = { flagRef: FlagRef; type: FlagType; draft: FlagConfig | null; live: FlagConfig | null }

/** One context against the draft and against what is live, by the engine that apps are answered by. */
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

/** A config that names nothing is answered here, at once; of one that names segments or flags, the service has those. */
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
