import {
  type EvaluationContext,
  explainSegment,
  referencesOf,
  type SegmentConfig,
  type SegmentExplanation,
} from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { membershipQuery } from '../../api/explanations.ts'
import { noSegment } from '../../api/segment-edits.ts'
import type { SegmentInList, SegmentRef } from '../../api/segments.ts'
import { contextOf } from '../../features/try-it/context.ts'
import { useTypedContext } from '../../features/try-it/use-typed-context.ts'

type Which = 'draft' | 'live'

type Trying = { segment: SegmentInList; segmentRef: SegmentRef; draft: SegmentConfig; live: SegmentConfig | null }

/** Tells whether a context is in the draft or in the live version, with the same engine that answers apps. */
export const useMembership = ({ segment, segmentRef, draft, live }: Trying) => {
  const { typed, type, fill } = useTypedContext(`who:${segmentRef.projectId}:${segmentRef.segmentKey}`)
  const [which, choose] = useState<Which>('draft')
  const context = useMemo(() => contextOf(typed), [typed])
  const config = which === 'draft' ? draft : (live ?? noSegment)
  const { told, failure } = useTold({ segment, segmentRef, config, context, isLive: config === live })
  return {
    projectId: segmentRef.projectId,
    typed,
    type,
    fill,
    /** False until something is typed: then nobody is asked about. */
    isAsked: Object.values(typed).some((value) => value !== ''),
    which,
    choose: (next: Which) => choose(next),
    config,
    live,
    told,
    failure,
  }
}

export type Membership = ReturnType<typeof useMembership>

type Question = {
  segment: SegmentInList
  segmentRef: SegmentRef
  config: SegmentConfig
  context: EvaluationContext
  isLive: boolean
}

type Told = { told: SegmentExplanation | undefined; failure: Error | null }

/** A segment without references is evaluated here, at once. Otherwise the service is asked, which has the other segments. */
const useTold = ({ segment: { key, unit }, segmentRef, config, context, isLive }: Question): Told => {
  const isAlone = useMemo(() => referencesOf(config).length === 0, [config])
  const own = useMemo(
    () => (isAlone ? explainSegment(key, new Map([[key, { unit, config }]]), context) : undefined),
    [isAlone, key, unit, config, context],
  )
  const asked = isLive ? { version: config.version } : { config }
  const { data, error } = useQuery({ ...membershipQuery(segmentRef, asked, context), enabled: !isAlone })
  return isAlone ? { told: own, failure: null } : { told: data, failure: error }
}
