import type { EdgeCache } from '../cache/edge-cache.ts'
import type { RecordAnswer, Recorder } from './recorder.ts'

/** The cache for answers, and functions that count them: one for OFREP, whose clients do not report their evaluations. */
export type Serving = EdgeCache & { countOwn: RecordAnswer; countOfrep: RecordAnswer }

const ignore: RecordAnswer = () => undefined

export const servingFrom = (
  cache: EdgeCache,
  recorder: Recorder | undefined,
  which: 'none' | 'ofrep' | 'all',
): Serving => ({
  ...cache,
  countOwn: which === 'all' ? (recorder?.record ?? ignore) : ignore,
  countOfrep: recorder?.record ?? ignore,
})
