import type { Reason } from '@bunting/engine'
import type { UnitLog } from './unit-log.ts'

/** An evaluation as it is written down, or several that were alike. */
export type LoggedEvent = {
  environmentId: string
  flagKey: string
  flagId: string
  /** The JSON text of the value, without quotes. */
  value: string
  reason: Reason
  ruleId: string
  sdkType: string
  sdkVersion: string
  evaluatedMs: number
  count: number
}

/** What stands or falls together. With `once`, a batch that was taken before under the same key is not taken again. */
export type EventBatch = {
  events: readonly LoggedEvent[]
  once?: { scope: string; key: string; answer: string } | undefined
}

/** What a day has of one flag in one environment: of a value, or of a rule (the empty one, where none answered). */
export type EventGroup = ({ value: string; ruleId: null } | { value: null; ruleId: string }) & {
  environmentId: string
  flagKey: string
  total: number
  ruleMatches: number
  defaults: number
  errors: number
}

/** Which late events a reading has seen. */
export type Seen = readonly number[]

/** Why a reading failed that was under way, or asked for, while the log was closed. */
export class Interrupted extends Error {}

/**
 * Evaluations as they came, apart by day (UTC, `YYYY-MM-DD`). A day is settled when its figures were made of all its
 * events; one that gets events afterwards is unsettled again.
 */
export type EventLog = {
  /** Comes back when it is on disk; with the answer of the batch that was taken before under the same key. */
  append(batch: EventBatch): Promise<string | undefined>
  /** What units did, in the same place. */
  units: UnitLog
  /**
   * The groups of a day, of one moment, by environment and flag, the most frequent first. The day is locked until `use`
   * is through, so that older figures never replace newer ones.
   */
  readDay<Result>(
    day: string,
    environmentId: string | undefined,
    use: (groups: AsyncIterable<readonly EventGroup[]>) => Promise<Result>,
  ): Promise<{ result: Result; seen: Seen }>
  settle(day: string, seen: Seen): Promise<void>
  /** Days before this one that have to be aggregated, oldest first. */
  unsettledDays(before: string): Promise<string[]>
  /** Drops whole days, and forgets the keys of batches from before a time. */
  dropBefore(day: string, batchesBeforeMs: number): Promise<string[]>
  /** Does the work unless it is under way already, here or in another process: then it returns false. */
  alone(name: string, work: () => Promise<void>): Promise<boolean>
  /** For good: readings that are under way fail, and so does every other. */
  interrupt(): void
  close(): Promise<void>
}
