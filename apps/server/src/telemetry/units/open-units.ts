import { type ExperimentId, fail, limits } from '@bunting/contract'
import type { Edge } from '../../edge/edge.ts'
import type { Figures, Units } from '../../http/ports/units.ts'
import { populationDays } from '../../rules/units/population.ts'
import type { Store } from '../../store/store.ts'
import type { UnitLog } from '../../store/tables/unit-log.ts'
import type { DayBytes } from '../day-bytes.ts'
import { daysOf, figuresOf, seenDaysOf } from './figures.ts'
import { openFlagsOf } from './flags-of.ts'
import { foldExperiment, foldKind } from './fold-job.ts'
import { openKnownTrackings, type TrackingRests } from './known-trackings.ts'
import type { Subject, Subjects } from './subjects.ts'
import { takeTracked, track } from './track.ts'
import { openUnitBounds } from './unit-bounds.ts'
import { openUnitTools } from './unit-tools.ts'

const usualRests: TrackingRests = { trackingMs: 1_000, unknownMs: 200 }
/** The delay from an exposure to the run that counts it, and the shortest time until a run is requested again. */
const expectMs = 10_000
const expectAgainMs = 60_000

export type UnitsDeps = {
  store: Pick<Store, 'due' | 'unitSecrets'>
  edge: Pick<Edge, 'readBundle' | 'readRevision'>
  unitLog: UnitLog
  subjects: Subjects
  dayBytes: Pick<DayBytes, 'full' | 'spend'>
  nowMs: () => number
  rests?: Partial<TrackingRests> | undefined
}

export const openUnits = (deps: UnitsDeps) => {
  const { store, unitLog, subjects, nowMs } = deps
  const trackings = openKnownTrackings(subjects, { ...usualRests, ...deps.rests })
  const toolsOf = openUnitTools(store)
  const fold = foldExperiment({ store, unitLog, subjects, nowMs })
  const expectedMs = new Map<ExperimentId, number>()

  /** Requests a run without waiting for it. If that fails, the next exposure requests it again. */
  const expect = (ids: ReadonlySet<ExperimentId>): void => {
    const at = nowMs()
    const fresh = [...ids].filter((id) => at - (expectedMs.get(id) ?? Number.NEGATIVE_INFINITY) >= expectAgainMs)
    if (fresh.length === 0) return
    for (const id of fresh) expectedMs.set(id, at)
    const due = fresh.map((subject) => ({ kind: foldKind, subject }) as const)
    store.due.setSooner(due, (at + expectMs) * 1_000).catch(() => {
      for (const id of fresh) expectedMs.delete(id)
    })
  }

  const trackDeps = {
    ...deps,
    trackings,
    toolsOf,
    bounds: openUnitBounds(),
    flagsOf: openFlagsOf(deps.edge),
    expect: ({ exposures }: { exposures: readonly { experimentId: ExperimentId }[] }) =>
      expect(new Set(exposures.map(({ experimentId }) => experimentId))),
  }

  const getSubject = async (id: ExperimentId): Promise<Subject> =>
    (await subjects.find(id)) ?? fail('RESOURCE_NOT_FOUND', 'There is no such experiment.')

  const units: Units = {
    track: track(trackDeps),
    readFigures: async (id): Promise<Figures> => figuresOf(await getSubject(id), await unitLog.read(id)),
    readDays: async (id, metricKey) => daysOf(await getSubject(id), metricKey, await unitLog.read(id)),
    readPopulation: async (environmentId, metric) => {
      const found = await unitLog.readPopulation(environmentId, metric, nowMs())
      if (!found) return undefined
      const { moments, days, events, lateEvents } = found
      return { moments, unitsPerDay: moments.n / days, lateShare: events === 0 ? null : lateEvents / events }
    },
    splitPopulation: (environmentId, metric, splits) => unitLog.splitPopulation(environmentId, metric, splits, nowMs()),
    listSeenEvents: async (environmentId) => {
      const seen = await unitLog.listSeen(environmentId, nowMs(), limits.seenEvents)
      return seen.map(({ name, lastDay, lastSeenMs }) => ({
        name,
        lastDay,
        lastSeenAt: new Date(lastSeenMs).toISOString(),
      }))
    },
    countSeenDays: async (environmentId, names) => {
      const { from } = populationDays(nowMs())
      return seenDaysOf(from, await unitLog.countSeen(environmentId, names, from))
    },
    forget: async (environmentId, unit, attribute) => {
      const { hashUnit } = await toolsOf(environmentId)
      const { tracking } = await trackings.of(environmentId, 0)
      const known = new Set(['', ...tracking.experiments.map(({ rule }) => rule.bucketBy ?? '')])
      const kinds = attribute === undefined ? [...known, ...(await unitLog.listAttributes(environmentId))] : [attribute]
      return unitLog.forget(
        environmentId,
        [...new Set(kinds)].map((kind) => hashUnit(kind, unit)),
      )
    },
  }
  return {
    ...units,
    takeTracked: takeTracked(trackDeps),
    jobs: { [foldKind]: { run: fold, atOnce: 2 } },
    /** Counts the matured units now. */
    fold: (id: ExperimentId) => fold(id),
  }
}

export type OpenUnits = ReturnType<typeof openUnits>
