import type { EnvironmentId } from '@bunting/contract'
import type { Logger } from '../base/log.ts'
import { repeat } from '../base/repeat.ts'
import { type DayBudget, dayIsFull } from '../rules/usage/day-budget.ts'
import { addDays, dayOf } from '../rules/usage/days.ts'
import type { Store } from '../store/store.ts'
import type { BytesOfDay } from '../store/tables/telemetry-bytes.ts'

export type DayBytes = {
  /** The environments that accept no more today, each with the reason. */
  full(environmentIds: ReadonlySet<string>, from: DayBudget['from']): Promise<ReadonlyMap<string, string>>
  /** Counts events that are about to be stored. Returns a function that undoes it if storing failed. */
  spend(sizes: readonly SizeOf[], from: DayBudget['from']): () => void
  close(): Promise<void>
}

export type SizeOf = { environmentId: string; bytes: number }

type Sum = { bytes: number; clientBytes: number }
/** The database's sums of all instances, and this instance's counts that were not sent there yet. */
type Count = { told: Sum; untold: Sum }

type Options = {
  store: Pick<Store, 'telemetryBytes'>
  log: Logger
  nowMs: () => number
  maxBytes: number
  restMs: number
}

/**
 * The bytes of events that each environment was sent in a day (UTC), by arrival: the events may be of a much earlier
 * day. Counted in memory, and sent to the database every few seconds.
 */
export const openDayBytes = ({ store: { telemetryBytes }, log, nowMs, maxBytes, restMs }: Options): DayBytes => {
  const days = new Map<string, Map<string, Count>>()

  const countsOf = (day: string): Map<string, Count> => {
    const counts = days.get(day) ?? new Map<string, Count>()
    days.set(day, counts)
    return counts
  }

  const tell = async (): Promise<void> => {
    for (const [day, counts] of days) {
      const untold = new Map([...counts].map(([id, { untold: sum }]) => [id, { ...sum }]))
      const more = [...untold].flatMap(([id, sum]) => (sum.bytes > 0 ? [ofEnvironment(id, sum)] : []))
      const sums = more.length === 0 ? [] : await telemetryBytes.add(day, more)
      for (const { environmentId, ...told } of sums) {
        const count = counts.get(environmentId) as Count
        add(count.untold, untold.get(environmentId) as Sum, -1)
        count.told = told
      }
      if (day < dayOf(nowMs())) days.delete(day)
    }
  }

  const tellOrWarn = (): Promise<void> =>
    tell().catch((error: unknown) =>
      log.warn({ err: error }, 'the database cannot be told how much was sent of events'),
    )
  const stop = repeat(restMs, tellOrWarn)

  /** Loads counts that are missing: the environment may have been sent events before this process started. */
  const open = async (day: string, environmentIds: ReadonlySet<string>): Promise<Map<string, Count>> => {
    const counts = countsOf(day)
    const missing = [...environmentIds].filter((id) => !counts.has(id)) as EnvironmentId[]
    if (missing.length === 0) return counts
    const stored = new Map((await telemetryBytes.list(day, missing)).map((one) => [one.environmentId, one]))
    for (const id of missing) {
      const { bytes = 0, clientBytes = 0 } = stored.get(id) ?? {}
      if (!counts.has(id)) counts.set(id, { told: { bytes, clientBytes }, untold: { bytes: 0, clientBytes: 0 } })
    }
    return counts
  }

  return {
    full: async (environmentIds, from) => {
      const day = dayOf(nowMs())
      const counts = await open(day, environmentIds)
      const full = new Map<string, string>()
      for (const id of environmentIds) {
        const { told, untold } = counts.get(id) as Count
        const spent = { bytes: told.bytes + untold.bytes, clientBytes: told.clientBytes + untold.clientBytes }
        const why = dayIsFull({ maxBytes, from, ...spent }, addDays(day, 1))
        if (why !== undefined) full.set(id, why)
      }
      return full
    },
    spend: (sizes, from) => {
      const counts = countsOf(dayOf(nowMs()))
      const count = (sign: 1 | -1): void => {
        for (const { environmentId, bytes } of sizes) {
          const sum = counts.get(environmentId)?.untold
          if (sum) add(sum, { bytes, clientBytes: from === 'client' ? bytes : 0 }, sign)
        }
      }
      count(1)
      return () => count(-1)
    },
    close: async () => {
      await stop()
      await tellOrWarn()
    },
  }
}

const ofEnvironment = (id: string, sum: Sum): BytesOfDay => ({ environmentId: id as EnvironmentId, ...sum })

const add = (sum: Sum, more: Sum, sign: 1 | -1): void => {
  sum.bytes += sign * more.bytes
  sum.clientBytes += sign * more.clientBytes
}
