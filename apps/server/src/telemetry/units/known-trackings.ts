import type { EnvironmentId } from '@bunting/contract'
import { compileDoor, type Door } from '../../rules/units/door.ts'
import type { SentTrack } from '../../rules/units/hash-track.ts'
import type { HashedTrack } from '../../rules/units/hashed-track.ts'
import { knowsAll, type SortedTracking, sortTracking } from '../../rules/units/sort-track.ts'
import type { Subjects } from './subjects.ts'

const maxEnvironments = 10_000

export type KnownTracking = { door: Door; tracking: SortedTracking }

type Known = { read: Promise<KnownTracking>; atMs: number }

/** How old what is known may be: of what all know, and where something is named that is not known. */
export type TrackingRests = { trackingMs: number; unknownMs: number }

/** What each environment's units are tracked for, kept in memory: it is asked for every batch. */
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
    /** With experiments that were started just now, where an exposure names one. */
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
    /** As new as a batch asks for. */
    for: async (track: HashedTrack): Promise<KnownTracking> => {
      const found = await of(track.environmentId)
      return knowsAll(found.tracking, track) ? found : of(track.environmentId, rests.unknownMs)
    },
  }
}
