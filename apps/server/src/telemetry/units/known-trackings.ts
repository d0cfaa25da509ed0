import type { EnvironmentId } from '@bunting/contract'
import { compileDoor, type Door } from '../../rules/units/door.ts'
import type { SentTrack } from '../../rules/units/hash-track.ts'
import type { HashedTrack } from '../../rules/units/hashed-track.ts'
import { knowsAll, type SortedTracking, sortTracking } from '../../rules/units/sort-track.ts'
import type { Subjects } from './subjects.ts'

const maxEnvironments = 10_000

export type KnownTracking = { door: Door; tracking: SortedTracking }

type Known = { read: Promise<KnownTracking>; atMs: number }

/** The maximum age of a cached tracking: usually, and for a batch that names something unknown. */
export type TrackingRests = { trackingMs: number; unknownMs: number }

/** Caches the tracking of each environment, which every batch needs. */
export const openKnownTrackings = (subjects: Pick<Subjects, 'readTracking'>, rests: TrackingRests) => {
  const known = new Map<EnvironmentId, Known>()

  const read = async (environmentId: EnvironmentId): Promise<KnownTracking> => {
    const tracking = await subjects.readTracking(environmentId)
    const running = tracking.experiments.filter(({ stoppedMs }) => stoppedMs === null)
    return { door: compileDoor(running, tracking.experiments), tracking: sortTracking(tracking) }
  }

  const of = (environmentId: EnvironmentId, maxAgeMs = rests.trackingMs): Promise<KnownTracking> => {
    const nowMs = performance.now()
    const before = known.get(environmentId)
    if (before && nowMs - before.atMs < maxAgeMs) return before.read
    if (known.size >= maxEnvironments) known.clear()
    const next = { read: read(environmentId), atMs: nowMs }
    known.set(environmentId, next)
    next.read.catch(() => known.get(environmentId) === next && known.delete(environmentId))
    return next.read
  }

  return {
    of,
    /** Reads again if an exposure names an unknown experiment, which may have been started just now. */
    knowing: async (
      environmentId: EnvironmentId,
      { exposures }: Pick<SentTrack, 'exposures'>,
    ): Promise<KnownTracking> => {
      const found = await of(environmentId)
      const isKnown = (exposure: unknown): boolean => {
        const { flagKey, ruleId } = Object(exposure) as { flagKey?: unknown; ruleId?: unknown }
        return flagKey === undefined || found.door.byRule(String(flagKey), String(ruleId)) !== undefined
      }
      return exposures.every(isKnown) ? found : of(environmentId, rests.unknownMs)
    },
    /** Reads again if the batch names an unknown event or experiment. */
    for: async (track: HashedTrack): Promise<KnownTracking> => {
      const found = await of(track.environmentId)
      return knowsAll(found.tracking, track) ? found : of(track.environmentId, rests.unknownMs)
    },
  }
}
