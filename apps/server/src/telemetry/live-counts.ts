import { hash } from 'node:crypto'
import { type EnvironmentId, type LiveUsage, limits, otherValues } from '@bunting/contract'
import type { Logger } from '../base/log.ts'
import { outageOf } from '../base/outage.ts'
import { unknownFlag } from '../rules/configs/flag-keys.ts'
import { firstHour, lastHour } from '../rules/usage/usage-window.ts'
import type { Store } from '../store/store.ts'
import type { LoggedEvent } from '../store/tables/event-log.ts'
import type { UsageHour } from '../store/tables/usage-hours.ts'
import type { UsageMinute } from '../store/tables/usage-minutes.ts'
import { openDayValues } from './day-values.ts'

export type LiveCounts = {
  /** Counts events that were stored. */
  add(events: readonly LoggedEvent[]): void
  read(environmentId: EnvironmentId, flagKey: string, nowMs: number): Promise<LiveUsage>
  close(): Promise<void>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The number of minutes that are shown. */
const minutes = 60
/** The most counts that wait: more could not be written in time, and the log has the events anyway. */
const maxCounts = 100_000
/** Longer values are replaced by their hash: PostgreSQL limits the length of keys. */
const longestKey = 512

const minuteOf = (ms: number): number => Math.floor(ms / minuteMs)

const keyOf = (environmentId: string, flagKey: string, minute: number, value: string): string =>
  `${environmentId} ${flagKey} ${minute} ${value}`

const addTo = (row: UsageMinute | UsageHour, total: number, lastMs: number): void => {
  row.total += total
  if (lastMs > row.last_ms) row.last_ms = lastMs
}

/**
 * Current usage, as opposed to daily figures. At ten million events a day an hour is too much to add up during a
 * request, so each instance counts what it writes, by the minute and the hour, and adds it to the database every few
 * seconds.
 */
export const openLiveCounts = ({
  store,
  log,
  nowMs,
  restMs,
}: {
  store: Store
  log: Logger
  nowMs: () => number
  /** The interval between writes of counts. Those not written when an instance is killed are only in the log. */
  restMs: number
}): LiveCounts => {
  const values = openDayValues(limits.liveValues, nowMs)
  const outage = outageOf(log, {
    failing: 'the database cannot be told how flags are used now; trying again',
    again: 'the database is told again how flags are used now',
  })
  let counts = new Map<string, UsageMinute>()
  let hours = new Map<string, UsageHour>()
  let flushing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let prunedMinute = 0

  const count = (row: UsageMinute): void => {
    const key = keyOf(row.environment_id, row.flag_key, row.minute, row.value)
    const known = counts.get(key)
    if (known) addTo(known, row.total, row.last_ms)
    else if (counts.size < maxCounts) counts.set(key, row)
  }

  const countHour = (row: UsageHour): void => {
    const key = `${row.environment_id} ${row.flag_key} ${row.hour} ${row.sdk_type}`
    const known = hours.get(key)
    if (known) addTo(known, row.total, row.last_ms)
    else if (hours.size < maxCounts) hours.set(key, row)
  }

  const tell = async (): Promise<void> => {
    const told = { counts, hours }
    counts = new Map()
    hours = new Map()
    try {
      await store.transaction(async (tx) => {
        await tx.usageMinutes.add([...told.counts.values()])
        await tx.usageHours.add([...told.hours.values()])
      })
      outage.worked()
    } catch (error) {
      for (const row of told.counts.values()) count(row)
      for (const row of told.hours.values()) countHour(row)
      outage.failed(error)
    }
    const minute = minuteOf(nowMs())
    if (minute === prunedMinute) return
    prunedMinute = minute
    // A little more than is shown, since the clocks of instances differ.
    await store.usageMinutes.removeBefore(minute - minutes - 10).catch(outage.failed)
    await store.usageHours.removeBefore(firstHour(nowMs()) - 1).catch(outage.failed)
  }

  const flush = async (): Promise<void> => {
    timer = undefined
    flushing = tell()
    await flushing
    if (hours.size > 0) plan()
  }
  const plan = (): void => {
    timer ??= setTimeout(() => void flush(), restMs).unref()
  }

  return {
    add: (events) => {
      const now = nowMs()
      const oldestMs = now - minutes * minuteMs
      const oldestHour = firstHour(now)
      for (const { environmentId, flagKey, value, sdkType, count: total, evaluatedMs } of events) {
        const hour = Math.floor(evaluatedMs / hourMs)
        if (hour < oldestHour || flagKey === unknownFlag) continue
        const place = { environment_id: environmentId as EnvironmentId, flag_key: flagKey }
        countHour({ ...place, hour, sdk_type: sdkType, total, last_ms: evaluatedMs })
        if (evaluatedMs < oldestMs) continue
        const minute = minuteOf(evaluatedMs)
        // Most events repeat an earlier one.
        const known = counts.get(keyOf(environmentId, flagKey, minute, value))
        if (known) {
          addTo(known, total, evaluatedMs)
          continue
        }
        const named = values.take(environmentId, flagKey, value) ? value : otherValues
        count({
          ...place,
          minute,
          value_key: named.length > longestKey ? hash('sha256', named, 'base64') : named,
          value: named,
          total,
          last_ms: evaluatedMs,
        })
      }
      if (hours.size > 0) plan()
    },
    read: async (environmentId, flagKey, atMs) => {
      const rows = await store.usageMinutes.list({ environmentId, flagKey, ...lastHour(atMs) })
      return toLiveUsage(rows)
    },
    close: async () => {
      clearTimeout(timer)
      await flushing
      if (hours.size > 0) await tell()
    },
  }
}

const toLiveUsage = (rows: readonly UsageMinute[]): LiveUsage => ({
  lastEvaluatedAt: rows.length === 0 ? null : isoTime(Math.max(...rows.map((row) => row.last_ms))),
  minutes: [...Map.groupBy(rows, ({ minute }) => minute)].map(([minute, of]) => ({
    at: isoTime(minute * minuteMs),
    total: of.reduce((sum, { total }) => sum + total, 0),
    values: Object.fromEntries(of.map(({ value, total }) => [value, total])),
  })),
})

const isoTime = (ms: number): string => new Date(ms).toISOString()
