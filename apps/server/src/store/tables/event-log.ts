import type { Reason } from '@bunting/engine'
import type { UnitLog } from './unit-log.ts'

/** An evaluation in the log, or several equal ones. */
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

/** Events that are stored together or not at all. With `once`, a batch whose key was stored before is not stored again. */
export type EventBatch = {
  events: readonly LoggedEvent[]
  once?: { scope: string; key: string; answer: string } | undefined
}

/** The sums of a day for a flag in an environment: by value, or by rule (the empty id means that no rule matched). */
export type EventGroup = ({ value: string; ruleId: null } | { value: null; ruleId: string }) & {
  environmentId: string
  flagKey: string
  total: number
  ruleMatches: number
  defaults: number
  errors: number
}

/** The late events that a read has included. */
export type Seen = readonly number[]

/** Thrown if the log is interrupted during a read, or was before it. */
export class Interrupted extends Error {}

/**
 * The log of evaluations, split by day (UTC, `YYYY-MM-DD`). A day is settled when its figures include all its events;
 * if more events arrive afterwards, it is unsettled again.
 */
export type EventLog = {
  /** Resolves when the batch is on disk; with the earlier answer, if a batch with the same key was stored before. */
  append(batch: EventBatch): Promise<string | undefined>
  /** What units did, in the same place. */
  units: UnitLog
  /**
   * Reads the groups of a day at one point in time, by environment and flag, the most frequent first. The day is locked
   * until `use` is finished, so that older figures never replace newer ones.
   */
  readDay<Result>(
    day: string,
    environmentId: string | undefined,
    use: (groups: AsyncIterable<readonly EventGroup[]>) => Promise<Result>,
  ): Promise<{ result: Result; seen: Seen }>
  settle(day: string, seen: Seen): Promise<void>
  /** The days before this one that have to be aggregated, oldest first. */
  unsettledDays(before: string): Promise<string[]>
  /** Deletes whole days, and the keys of batches from before a time. */
  dropBefore(day: string, batchesBeforeMs: number): Promise<string[]>
  /** Runs the work unless it is running already, here or in another process: then it returns false. */
  alone(name: string, work: () => Promise<void>): Promise<boolean>
  /** Permanently: current reads fail, and so do all later ones. */
  interrupt(): void
  close(): Promise<void>
}
