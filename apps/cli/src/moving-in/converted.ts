import type { StepChange } from '@bunting/contract'
import type { FlagEntry, SegmentEntry } from '../project-file/project-file.ts'
import type { FindingCode } from './finding-codes.ts'

/** The services that projects can come from. */
export const sources = ['launchdarkly', 'unleash', 'flagsmith', 'growthbook', 'flagd', 'goff'] as const
export type Source = (typeof sources)[number]

/** A service's flags as its SDKs read them. It holds no token, so it can be made on one machine and imported on another. */
export type Snapshot = {
  source: Source
  /** By the names that the service has for them. */
  environments: Readonly<Record<string, unknown>>
  /** What its admin API says: names, tags, owners. */
  admin?: unknown
}

/** What people decide about an import. */
export type Choices = {
  /** Slugs of ours, by the names of theirs. Others are left out. */
  environments: ReadonlyMap<string, string>
  /** Names of attributes of ours, by those of theirs. */
  rename: ReadonlyMap<string, string>
  /** The client specification that Unleash's SDKs in use keep to: 4 draws variants with another seed. */
  unleashSpec?: 4 | 5
  /** Which of Unleash's engines decides where they differ. */
  unleashEngine?: 'node' | 'yggdrasil'
  /** The generation of flagd's fractional. */
  fractional?: 1 | 2 | 3
  /** What time it is, for constructs that depend on it: without it, they are by hand. */
  nowMs?: number
}

/** `exact`: the same answers. `widened`: the same for contexts that occur. `by-hand`: the flag is there, off. */
export type FindingKind = 'exact' | 'widened' | 'by-hand'

/** A note on one construct of the source, for the people who move. */
export type Finding = {
  code: FindingCode
  kind: FindingKind
  flagKey?: string
  segmentKey?: string
  /** Of ours. */
  environment?: string
  message: string
}

/** A time to come at which a flag of theirs becomes another one. */
export type Moment = {
  flagKey: string
  environment: string
  ms: number
  /** One of many on a way that has no steps there. */
  isGradual: boolean
}

/** What becomes of a flag here at such times. */
export type FlagSchedule = { flagKey: string; environment: string; steps: { at: string; change: StepChange }[] }

/** The parts of a project file that an import is about. Environments are those that are there. */
export type Converted = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  findings: Finding[]
  moments?: Moment[]
  schedules?: FlagSchedule[]
}

/** Pure: the same snapshot and choices always make the same project. Fails with `Failure` where the snapshot is none. */
export type Converter = (snapshot: Snapshot, choices: Choices) => Converted
