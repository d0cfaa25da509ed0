import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Measure } from './tracking.ts'

/** Something that a unit did, as it is kept: its id is a hash, and nothing else says who it was. */
export type UnitEvent = {
  name: string
  /** What kind of unit it is; empty for the user. */
  attribute: string
  unit: bigint
  /** Of the event, hashed: within a unit and name it counts once. */
  id: number
  atMs: number
  /** Null counts 1 in sums. */
  value: number | null
  isClient: boolean
}

/** A unit that got a variant, by its place in the distribution. */
export type UnitExposure = { experimentId: ExperimentId; unit: bigint; variant: number; atMs: number }

/** An event that may concern a unit that was counted already, or one that was exposed under its other id. */
export type UnitDoubt = {
  experimentId: ExperimentId
  kind: 'late' | 'identity'
  unit: bigint
  name: string
  atMs: number
}

/** Exposures that do not count, and why. */
export type UnitHealth = {
  experimentId: ExperimentId
  kind: 'mismatched' | 'ignored'
  sdkType: string
  sdkVersion: string
  count: number
}

/** What stands or falls together. With `once`, a batch that was taken before under the same key is not taken again. */
export type UnitBatch = {
  environmentId: EnvironmentId
  events: readonly UnitEvent[]
  exposures: readonly UnitExposure[]
  doubts: readonly UnitDoubt[]
  health: readonly UnitHealth[]
  /** How often each name came, also those that no metric names. */
  seen: readonly (readonly [name: string, count: number])[]
  /** The definitions of experiments that exposures and doubts are of. */
  experiments: readonly { id: ExperimentId; attribute: string; metrics: readonly Measure[] }[]
  once?: { scope: string; key: string; answer: string } | undefined
}
