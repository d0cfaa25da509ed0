import type { EdgeCache } from '../cache/edge-cache.ts'
import type { RecordAnswer, Recorder } from './recorder.ts'

/** What answers are made from, and where they are counted: apart for OFREP, whose clients do not tell of them. */
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
