import type {
  Environment,
  EnvironmentId,
  Flag,
  FlagId,
  FlagVersion,
  Segment,
  SegmentId,
  SegmentVersion,
} from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { ConfigContent, SegmentContent } from '../../rules/changes/proposals.ts'
import { namesNothing } from '../../rules/configs/references.ts'
import type { Subject } from '../../rules/configs/subject.ts'
import type { Tables } from '../../store/store.ts'
import type { FlagRef } from '../../store/tables/flag-versions.ts'
import type { SegmentPlace } from '../../store/tables/segment-versions.ts'
import type { Appended, NewVersion } from '../../store/tables/versions.ts'

/** The types in which series of flags and of segments differ. */
type OfFlag = { version: FlagVersion & FlagRef; content: ConfigContent }
type OfSegment = { version: SegmentVersion & SegmentPlace; content: SegmentContent }
export type Versioned = OfFlag | OfSegment
export type ConfigOf<Of extends Versioned> = Of['version']['config']

/** The versions of a flag or a segment in an environment. Both are locked. */
export type Series<Of extends Versioned> = {
  subject: Subject
  environment: Environment
  latest(): Promise<{ version: number; config: ConfigOf<Of> } | undefined>
  /**
   * The latest number (0 if there is none), and whether it is known to reference nothing. Does not read a segment's
   * lists.
   */
  last(): Promise<{ version: number; namesNothing: boolean }>
  append(deps: Pick<Deps, 'newId' | 'nowUs'>, version: NewVersion<ConfigOf<Of>>): Promise<Appended<Of['version']>>
  /** The content of a proposal for a config. */
  contentOf(config: ConfigOf<Of>): Of['content']
}

export const flagSeries = ({ flagVersions }: Tables, flag: Flag, environment: Environment): Series<OfFlag> => {
  const place = { flagId: flag.id, environmentId: environment.id }
  return {
    subject: flag,
    environment,
    latest: () => flagVersions.latest(place),
    last: async () => {
      const latest = await flagVersions.latest(place)
      return { version: latest?.version ?? 0, namesNothing: namesNothing(latest?.config) }
    },
    append: ({ newId, nowUs }, version) =>
      flagVersions.append({ ...place, id: newId('flagVersion'), ...version }, nowUs()),
    contentOf: (proposedConfig) => ({ flagId: flag.id, proposedConfig }),
  }
}

export const segmentSeries = (
  { segmentVersions }: Tables,
  segment: Segment,
  environment: Environment,
): Series<OfSegment> => {
  const place = { segmentId: segment.id, environmentId: environment.id }
  return {
    subject: segment,
    environment,
    latest: () => segmentVersions.latest(place),
    last: async () => ({ version: await segmentVersions.latestNumber(place), namesNothing: false }),
    append: ({ newId, nowUs }, version) =>
      segmentVersions.append({ ...place, id: newId('segmentVersion'), ...version }, nowUs()),
    contentOf: (proposedConfig) => ({ kind: 'segment', flagId: null, segmentId: segment.id, proposedConfig }),
  }
}

export const lockFlagSeries = async (tx: Tables, id: FlagId, environmentId: EnvironmentId) =>
  flagSeries(tx, await tx.flags.lock(id), await tx.environments.lock(environmentId))

export const lockSegmentSeries = async (tx: Tables, id: SegmentId, environmentId: EnvironmentId) =>
  segmentSeries(tx, await tx.segments.lock(id), await tx.environments.lock(environmentId))
