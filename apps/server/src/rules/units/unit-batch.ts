import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Measure } from './tracking.ts'

/** An event as it is stored: the unit is a hash, and nothing else identifies it. */
export type UnitEvent = {
  name: string
  /** The attribute that the unit is a value of; empty for the user. */
  attribute: string
  unit: bigint
  /** The hash of the event's id: an event counts once per unit and name. */
  id: number
  atMs: number
  /** Null counts as 1 in sums. */
  value: number | null
  isClient: boolean
}

/** A unit that got a variant, which is an index in the distribution. */
export type UnitExposure = { experimentId: ExperimentId; unit: bigint; variant: number; atMs: number }

/** An event whose unit may have been counted already, or been exposed under its other id. The log finds out. */
export type UnitDoubt = {
  experimentId: ExperimentId
  kind: 'late' | 'identity'
  unit: bigint
  name: string
  atMs: number
}

/** The number of items that do not count, with the reason. */
export type UnitHealth = {
  experimentId: ExperimentId
  kind: 'mismatched' | 'ignored'
  sdkType: string
  sdkVersion: string
  count: number
}

/** Rows that are written all or not at all. With `once`, a batch whose key was seen before is not written again. */
export type UnitBatch = {
  environmentId: EnvironmentId
  events: readonly UnitEvent[]
  exposures: readonly UnitExposure[]
  doubts: readonly UnitDoubt[]
  health: readonly UnitHealth[]
  /** The number of events of each name, also of names that no metric has. */
  seen: readonly (readonly [name: string, count: number])[]
  /** The experiments of the exposures, doubts and health counts, with their metrics. */
  experiments: readonly { id: ExperimentId; attribute: string; metrics: readonly Measure[] }[]
  once?: { scope: string; key: string; answer: string } | undefined
}
