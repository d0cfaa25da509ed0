import type { ApiKeyType, EnvironmentId } from '@bunting/contract'

/** An event after its ids were hashed. Nothing else of it leaves the process that received it. */
export type HashedEvent = {
  name: string
  /** The hash of the event's id: an event counts once per unit and name. */
  id: number
  atMs: number
  /** Null counts as 1 in sums. */
  value: number | null
  /** The hashed units with their kind: empty for the user, otherwise the attribute. */
  units: readonly (readonly [attribute: string, unit: bigint])[]
  /** The hashed anonymous id, if the event also has a user id: the unit may have been exposed under it. */
  other?: bigint
}

export type HashedExposure = {
  flagKey: string
  ruleId: string
  variant: string
  unit: bigint
  atMs: number
  /** Tells whether the split gives this unit the variant. */
  isRight: boolean
}

/** A batch that was checked, with hashed units. */
export type HashedTrack = {
  environmentId: EnvironmentId
  keyType: ApiKeyType
  /** The time of arrival. */
  nowMs: number
  /** True if a bot sent it, or a browser that asks not to be tracked: its items are only counted. */
  isIgnored: boolean
  sdkType: string
  sdkVersion: string
  events: readonly HashedEvent[]
  exposures: readonly HashedExposure[]
}
