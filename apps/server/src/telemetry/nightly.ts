import { repeat } from '../base/repeat.ts'
import { addDays, dayOf } from '../rules/usage/days.ts'
import { seenSdkDays } from '../rules/usage/usage-window.ts'
import { type AggregationDeps, aggregateDay } from './aggregate-day.ts'
import { keepBatchesMs } from './event-log/keep-batches.ts'

export type NightlyDeps = AggregationDeps & { nowMs: () => number; retentionDays: number }

/** 00:15 UTC. */
const dueMs = 15 * 60 * 1_000
const pollMs = 60_000

/**
 * Aggregates every past day that was not aggregated yet or got more events since; then deletes expired data. Only one
 * instance does it: returns false if another is running it.
 */
export const runNightly = ({ nowMs, retentionDays, ...deps }: NightlyDeps): Promise<boolean> =>
  deps.eventLog.alone('nightly', async () => {
    const { eventLog, store, log } = deps
    const today = dayOf(nowMs())
    const failed: string[] = []
    for (const day of await eventLog.unsettledDays(today)) {
      // A day that cannot be aggregated must not stop the others.
      await aggregateDay(deps, day).catch(() => failed.push(day))
    }
    const dropped = await eventLog.dropBefore(addDays(today, -retentionDays), nowMs() - keepBatchesMs)
    await eventLog.units.dropBefore(addDays(today, -retentionDays))
    await store.telemetryBytes.removeBefore(addDays(today, -1))
    await store.seenSdks.removeBefore(addDays(today, -seenSdkDays))
    if (dropped.length > 0) log.info({ days: dropped }, 'events past their retention were dropped')
    if (failed.length > 0) throw new Error(`${failed.join(', ')} could not be aggregated`)
  })

/**
 * Runs at the start, to catch up on missed days, and every night. An instance that finds another one running it checks
 * again later, in case that one does not finish. Returns a function that stops it.
 */
export const startNightly = (deps: NightlyDeps): (() => Promise<void>) => {
  const { eventLog, log, nowMs } = deps
  let doneOn = ''
  let stopping = false
  const stop = repeat(pollMs, async () => {
    // Before 00:15 it still counts as the night before.
    const night = dayOf(nowMs() - dueMs)
    if (doneOn >= night) return
    try {
      if (await runNightly(deps)) doneOn = night
    } catch (error) {
      if (!stopping) log.error({ err: error }, 'the nightly run did not come to its end; it is tried again')
    }
  })
  return () => {
    stopping = true
    eventLog.interrupt()
    return stop()
  }
}
