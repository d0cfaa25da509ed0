import type { EvaluationContext, FlagConfig, SegmentConfig } from '@bunting/engine'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { type FlagRef, toBody } from './flag-versions.ts'
import { toSegmentBody } from './segment-versions.ts'
import type { SegmentRef } from './segments.ts'

const keptMs = 60_000

/** A version that is live, or a draft of one. */
export type Asked = { version: number } | { config: FlagConfig }

/** What the service answers a context, and why: it knows the segments and flags that a config names. */
export const explanationQuery = (flagRef: FlagRef, asked: Asked, context: EvaluationContext) =>
  queryOptions({
    queryKey: ['explanation', flagRef, asked, context],
    queryFn: () =>
      api.explainFlag({
        params: flagRef,
        body: { context, ...('config' in asked ? { config: toBody(asked.config) } : {}) },
      }),
    // What it names may have changed, and each letter that is typed makes another question.
    staleTime: 0,
    gcTime: keptMs,
    // As one types, the answer of before stays until the next one is there.
    placeholderData: keepPreviousData,
  })

/** Whether a context is in a segment, and why. Without a config: in what is live, which has the version. */
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
