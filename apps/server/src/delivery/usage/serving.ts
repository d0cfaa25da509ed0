import type { EdgeCache } from '../cache/edge-cache.ts'
import type { Tracker } from '../track/open-tracker.ts'
import type { RecordAnswer, Recorder } from './recorder.ts'

/** The cache for answers, and functions that count them: one for OFREP, whose clients do not report their evaluations. */
export type Serving = EdgeCache & {
  countOwn: RecordAnswer
  countOfrep: RecordAnswer
  /** Exposes the caller of `/v1/evaluate`, if the operator has Delivery record all evaluations. */
  exposeOwn: Tracker['expose']
  /** Undefined where analytics is off. */
  tracker: Tracker | undefined
}

const ignore = () => undefined

type Counting = Pick<Serving, 'tracker'> & {
  recorder: Recorder | undefined
  which: 'none' | 'ofrep' | 'all'
}

export const servingFrom = (cache: EdgeCache, { recorder, which, tracker }: Counting): Serving => ({
  ...cache,
  tracker,
  countOwn: which === 'all' ? (recorder?.record ?? ignore) : ignore,
  countOfrep: recorder?.record ?? ignore,
  exposeOwn: which === 'all' ? (tracker?.expose ?? ignore) : ignore,
})
