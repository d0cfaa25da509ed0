import type { ApiKeyType, EnvironmentId } from '@bunting/contract'

/** What a unit did, after its ids were hashed: all that leaves the process that it came to. */
export type HashedEvent = {
  name: string
  /** Hashed too: within a unit and name it counts once. */
  id: number
  atMs: number
  /** Null counts 1 in sums. */
  value: number | null
  /** By what kind of unit it is: empty for the user, else the attribute. */
  units: readonly (readonly [attribute: string, unit: bigint])[]
  /** The user's anonymous id, where both are known: the unit may have been exposed under it. */
  other?: bigint
}

export type HashedExposure = {
  flagKey: string
  ruleId: string
  variant: string
  unit: bigint
  atMs: number
  /** Whether the variant is the one that the split gives this unit. */
  isRight: boolean
}

/** A batch as it was checked at the door. */
export type HashedTrack = {
  environmentId: EnvironmentId
  keyType: ApiKeyType
  /** When it came. */
  nowMs: number
  /** Of a bot, or of a browser that asks not to be tracked: it is only counted. */
  isIgnored: boolean
  sdkType: string
  sdkVersion: string
  events: readonly HashedEvent[]
  exposures: readonly HashedExposure[]
}
