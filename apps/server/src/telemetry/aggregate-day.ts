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

/** The most rows per statement, so that none blocks the event loop for long. */
const writeAtOnce = 50

/**
 * Computes a day's figures from its events: the whole day in the nightly run, one environment in a backfill. New
 * figures replace earlier ones, so running it again changes nothing. Returns the number of flag-days written.
 */
export const aggregateDay = async (deps: AggregationDeps, day: string, environmentId?: EnvironmentId) => {
  const { eventLog, store, log, knownFlags, valuesPerDay } = deps
  const began = performance.now()
  const about = { day, ...(environmentId === undefined ? {} : { environmentId }) }
  try {
    const { result: written, seen } = await eventLog.readDay(day, environmentId, (groups) =>
      write(store, foldFlags(groups, { day, knownFlags, valuesPerDay, onFolded })),
    )
    // If only one environment was aggregated, the day is not settled.
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
