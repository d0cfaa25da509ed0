import type { StepChange } from '@bunting/contract'
import type { FlagEntry, SegmentEntry } from '../project-file/project-file.ts'
import type { FindingCode } from './finding-codes.ts'

/** The services from which flags can be imported. */
export const sources = ['launchdarkly', 'unleash', 'flagsmith', 'growthbook', 'flagd', 'goff'] as const
export type Source = (typeof sources)[number]

/** A service's flags as its SDKs read them. It holds no token, so it can be read on one machine and imported on another. */
export type Snapshot = {
  source: Source
  /** The environments by the service's own names. */
  environments: Readonly<Record<string, unknown>>
  /** The answer of the service's admin API: names, tags, owners. */
  admin?: unknown
}

/** The user's choices for an import. */
export type Choices = {
  /** Slugs of Bunting's environments, by the source's names. Environments that are not listed are left out. */
  environments: ReadonlyMap<string, string>
  /** Bunting's names of attributes, by the source's. */
  rename: ReadonlyMap<string, string>
  /** The client specification that the Unleash SDKs in use follow: version 4 draws variants with another seed. */
  unleashSpec?: 4 | 5
  /** The Unleash engine whose answer counts if the engines differ. */
  unleashEngine?: 'node' | 'yggdrasil'
  /** The version of flagd's `fractional` algorithm. */
  fractional?: 1 | 2 | 3
  /** The current time, for constructs that depend on it: without it they have to be done by hand. */
  nowMs?: number
}

/** `exact`: the same answers. `widened`: the same for contexts that occur. `by-hand`: the flag is imported as off. */
export type FindingKind = 'exact' | 'widened' | 'by-hand'

/** A note on one construct of the source, for the people who migrate. */
export type Finding = {
  code: FindingCode
  kind: FindingKind
  flagKey?: string
  segmentKey?: string
  /** The slug of Bunting's environment. */
  environment?: string
  message: string
}

/** A future time at which a flag of the source changes. */
export type Moment = {
  flagKey: string
  environment: string
  ms: number
  /** One of many samples of a gradual change, which has no steps in the source. */
  isGradual: boolean
}

/** The planned changes of a flag in Bunting. */
export type FlagSchedule = { flagKey: string; environment: string; steps: { at: string; change: StepChange }[] }

/** The parts of a project file that an import changes. Environments must exist already. */
export type Converted = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  findings: Finding[]
  moments?: Moment[]
  schedules?: FlagSchedule[]
}

/** Pure: the same snapshot and choices always give the same project. Throws a `Failure` if the snapshot is invalid. */
export type Converter = (snapshot: Snapshot, choices: Choices) => Converted
