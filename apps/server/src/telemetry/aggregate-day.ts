import type { EnvironmentId } from '@bunting/contract'
import type { Logger } from '../base/log.ts'
import type { Store } from '../store/store.ts'
import { type EventLog, Interrupted } from '../store/tables/event-log.ts'
import type { FlagDay } from '../store/tables/usage.ts'
import { foldFlags } from './fold-flags.ts'
import type { KnownFlags } from './known-flags.ts'
import { aggregationFailed, aggregationFolded, aggregationRows, aggregationSeconds } from './measure.ts'

export type AggregationDeps = {
  eventLog: EventLog
  store: Store
  log: Logger
  knownFlags: KnownFlags
  valuesPerDay: number
}

/** Rows in a statement: few enough that the event loop is never held up by one. */
const writeAtOnce = 50

/**
 * Makes a day's figures from its events: the nightly run of the whole day, a backfill of one environment. Figures take
 * the place of earlier ones, so that doing it again changes nothing. Answers how many flag-days were written.
 */
export const aggregateDay = async (deps: AggregationDeps, day: string, environmentId?: EnvironmentId) => {
  const { eventLog, store, log, knownFlags, valuesPerDay } = deps
  const began = performance.now()
  const about = { day, ...(environmentId === undefined ? {} : { environmentId }) }
  try {
    const { result: written, seen } = await eventLog.readDay(day, environmentId, (groups) =>
      write(store, foldFlags(groups, { day, knownFlags, valuesPerDay, onFolded })),
    )
    // Of one environment only, the day is not done.
    if (environmentId === undefined) await eventLog.settle(day, seen)
    const seconds = (performance.now() - began) / 1_000
    aggregationSeconds.observe(seconds)
    aggregationRows.inc(written)
    log.info({ ...about, seconds, rows: written }, 'a day is aggregated')
    return written
  } catch (error) {
    if (error instanceof Interrupted) log.info(about, 'a day is left to be aggregated by the next start')
    else {
      aggregationFailed.inc()
      log.error({ err: error, ...about }, 'a day could not be aggregated')
    }
    throw error
  }
}

const onFolded = (values: number): void => aggregationFolded.inc(values)

const write = async (store: Store, flagDays: AsyncIterable<FlagDay>): Promise<number> => {
  let written = 0
  let waiting: FlagDay[] = []
  const flush = async (): Promise<void> => {
    await store.usage.put(waiting)
    written += waiting.length
    waiting = []
  }
  for await (const one of flagDays) {
    waiting.push(one)
    if (waiting.length >= writeAtOnce) await flush()
  }
  await flush()
  return written
}
