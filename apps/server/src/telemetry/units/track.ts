import { invalid, type TrackAnswer } from '@bunting/contract'
import { isbot } from 'isbot'
import type { TrackedBatch } from '../../edge/edge.ts'
import type { Units } from '../../http/ports/units.ts'
import { hashTrack, type TrackTools } from '../../rules/units/hash-track.ts'
import type { HashedTrack } from '../../rules/units/hashed-track.ts'
import { sortTrack } from '../../rules/units/sort-track.ts'
import type { UnitBatch } from '../../rules/units/unit-batch.ts'
import type { UnitLog } from '../../store/tables/unit-log.ts'
import type { DayBytes } from '../day-bytes.ts'
import { onceAs } from '../once-as.ts'
import type { openKnownTrackings } from './known-trackings.ts'
import { itemsTracked } from './measure.ts'
import type { openUnitBounds } from './unit-bounds.ts'
import type { openUnitTools } from './unit-tools.ts'

export type TrackDeps = {
  unitLog: Pick<UnitLog, 'append'>
  trackings: ReturnType<typeof openKnownTrackings>
  toolsOf: ReturnType<typeof openUnitTools>
  bounds: ReturnType<typeof openUnitBounds>
  dayBytes: Pick<DayBytes, 'full' | 'spend'>
  /** Evaluates flags, for events that expose. */
  flagsOf: (environmentId: HashedTrack['environmentId']) => Promise<TrackTools['evaluate']>
  /** Requests a run that counts the units of the batch. */
  expect: (batch: UnitBatch) => void
}

export const track =
  (deps: TrackDeps): Units['track'] =>
  async ({ id, keyType, environmentId }, sent, idempotencyKey, nowMs) => {
    const { door } = await deps.trackings.knowing(environmentId, sent)
    const exposes = sent.events.some((event) => door.exposedBy(String(Object(event).name)).length > 0)
    const evaluate = exposes ? await deps.flagsOf(environmentId) : () => undefined
    const isIgnored = sent.isOptedOut || (keyType === 'client' && isbot(sent.userAgent))
    const full = (await deps.dayBytes.full(new Set([environmentId]), keyType)).get(environmentId)
    const sender = { environmentId, keyType, nowMs, isIgnored, full }
    const { track, answer } = hashTrack(sent, door, sender, { ...(await deps.toolsOf(environmentId)), evaluate })
    if (answer.accepted === 0) {
      const details = answer.rejected.map(({ list, index, message }) => ({ path: `${list}[${index}]`, message }))
      invalid('None of the events and exposures can be taken.', details)
    }
    itemsTracked.inc({ outcome: 'rejected' }, answer.rejected.length)
    const named = idempotencyKey === undefined ? undefined : { scope: `track ${id}`, key: idempotencyKey }
    return keepTrack(deps, track, answer, named)
  }

/** Stores a batch that Delivery checked. A batch with a name is stored once, however often it comes. */
export const takeTracked =
  (deps: TrackDeps) =>
  async ({ track, answer, named }: TrackedBatch): Promise<TrackAnswer> => {
    const { environmentId, keyType } = track
    const why = (await deps.dayBytes.full(new Set([environmentId]), keyType)).get(environmentId)
    if (why === undefined) return keepTrack(deps, track, answer, named)
    itemsTracked.inc({ outcome: 'rejected' }, answer.accepted)
    const refused = (list: 'events' | 'exposures') => track[list].map((_, index) => ({ list, index, message: why }))
    return { ...answer, accepted: 0, rejected: [...refused('events'), ...refused('exposures')] }
  }

/** Stores a checked batch. */
const keepTrack = async (
  deps: Pick<TrackDeps, 'unitLog' | 'trackings' | 'bounds' | 'dayBytes' | 'expect'>,
  track: HashedTrack,
  answer: TrackAnswer,
  named: { scope: string; key: string } | undefined,
): Promise<TrackAnswer> => {
  const { tracking } = await deps.trackings.for(track)
  const { batch, unknownEvent } = sortTrack(track, tracking)
  const full: TrackAnswer = { ...answer, ignored: { ...answer.ignored, unknownEvent } }
  const once = named && onceAs(named.scope, named.key, full)
  const kept = deps.bounds.within({ ...batch, once })
  const bytes = bytesPerItem * (kept.events.length + kept.exposures.length)
  const takeBack = deps.dayBytes.spend([{ environmentId: track.environmentId, bytes }], track.keyType)
  try {
    const before = await deps.unitLog.append(kept)
    itemsTracked.inc({ outcome: before === undefined ? 'accepted' : 'repeated' }, answer.accepted)
    if (before === undefined) {
      deps.expect(kept)
      return full
    }
    takeBack()
    return JSON.parse(before) as TrackAnswer
  } catch (error) {
    takeBack()
    throw error
  }
}

/** The approximate size of a row on disk, with its share of indexes. */
const bytesPerItem = 64
