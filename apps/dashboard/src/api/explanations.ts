import type { EvaluationContext, FlagConfig, SegmentConfig } from '@bunting/engine'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { type FlagRef, toBody } from './flag-versions.ts'
import { toSegmentBody } from './segment-versions.ts'
import type { SegmentRef } from './segments.ts'

const keptMs = 60_000

/** The config to explain: a live version, or a draft. */
export type Asked = { version: number } | { config: FlagConfig }

/** The service's answer to a context, with the reason. The server knows the segments and flags that a config names. */
export const explanationQuery = (flagRef: FlagRef, asked: Asked, context: EvaluationContext) =>
  queryOptions({
    queryKey: ['explanation', flagRef, asked, context],
    queryFn: () =>
      api.explainFlag({
        params: flagRef,
        body: { context, ...('config' in asked ? { config: toBody(asked.config) } : {}) },
      }),
    // Never fresh: the segments and flags it names may change. Not kept long: every letter typed is a new query.
    staleTime: 0,
    gcTime: keptMs,
    // While the user types, the previous answer stays until the next one arrives.
    placeholderData: keepPreviousData,
  })

/** Tells whether a context is in a segment, and why. Without a config, the live version is asked. */
export const membershipQuery = (
  segmentRef: SegmentRef,
  asked: { version: number } | { config: SegmentConfig },
  context: EvaluationContext,
) =>
  queryOptions({
    queryKey: ['explanation', 'segment', segmentRef, asked, context],
    queryFn: () =>
      api.explainSegment({
        params: segmentRef,
        body: { context, ...('config' in asked ? { config: toSegmentBody(asked.config, undefined) } : {}) },
      }),
    staleTime: 0,
    gcTime: keptMs,
    placeholderData: keepPreviousData,
  })
