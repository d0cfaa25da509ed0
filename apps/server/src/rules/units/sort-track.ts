import { shortestGraceSeconds } from '@bunting/statistics'
import type { HashedEvent, HashedExposure, HashedTrack } from './hashed-track.ts'
import { eventsOf, type TrackedExperiment, type Tracking } from './tracking.ts'
import type { UnitBatch, UnitDoubt, UnitEvent, UnitExposure, UnitHealth } from './unit-batch.ts'

/** A `Tracking`, indexed for the lookups that each incoming item needs. */
export type SortedTracking = Tracking & {
  kept: ReadonlySet<string>
  byRule: ReadonlyMap<string, TrackedExperiment>
  measuring: ReadonlyMap<string, readonly TrackedExperiment[]>
}

const shortestGraceMs = shortestGraceSeconds * 1_000

const ruleName = (flagKey: string, ruleId: string): string => `${flagKey} ${ruleId}`

export const sortTracking = (tracking: Tracking): SortedTracking => {
  const { events, experiments } = tracking
  const measuring = new Map<string, TrackedExperiment[]>()
  for (const one of experiments) {
    for (const name of eventsOf(one)) measuring.set(name, [...(measuring.get(name) ?? []), one])
  }
  return {
    ...tracking,
    kept: new Set([...events, ...measuring.keys()]),
    byRule: new Map(experiments.map((one) => [ruleName(one.flagKey, one.rule.id), one])),
    measuring,
  }
}

/** Tells whether all names in a batch are known. If not, the cached tracking may be out of date. */
export const knowsAll = ({ kept, byRule }: SortedTracking, { events, exposures }: HashedTrack): boolean =>
  events.every(({ name }) => kept.has(name)) &&
  exposures.every(({ flagKey, ruleId }) => byRule.has(ruleName(flagKey, ruleId)))

/** Selects the items of a batch that are kept, and assigns them to experiments. */
export const sortTrack = (
  { environmentId, keyType, nowMs, isIgnored, sdkType, sdkVersion, ...track }: HashedTrack,
  tracking: SortedTracking,
): { batch: Omit<UnitBatch, 'once'>; unknownEvent: number } => {
  const events: UnitEvent[] = []
  const exposures: UnitExposure[] = []
  const doubts: UnitDoubt[] = []
  const health = new Map<string, UnitHealth>()
  const seen = new Map<string, number>()
  const concerned = new Set<TrackedExperiment>()
  let unknownEvent = 0

  const count = (experiment: TrackedExperiment, kind: UnitHealth['kind']): void => {
    const { id: experimentId } = experiment
    const key = `${experimentId} ${kind}`
    const sdk = kind === 'mismatched' ? { sdkType, sdkVersion } : { sdkType: '', sdkVersion: '' }
    health.set(key, { experimentId, kind, ...sdk, count: (health.get(key)?.count ?? 0) + 1 })
    concerned.add(experiment)
  }

  const doubt = ({ name, atMs, units, other }: HashedEvent, experiment: TrackedExperiment): void => {
    const { id: experimentId, rule } = experiment
    const unit = units.find(([attribute]) => attribute === (rule.bucketBy ?? ''))?.[1]
    if (unit !== undefined && atMs < nowMs - shortestGraceMs)
      doubts.push({ kind: 'late', experimentId, unit, name, atMs })
    if (other !== undefined && rule.bucketBy === undefined) {
      doubts.push({ kind: 'identity', experimentId, unit: other, name, atMs })
    }
    concerned.add(experiment)
  }

  const sortEvent = (event: HashedEvent): void => {
    const { name, units, other: _, ...rest } = event
    seen.set(name, (seen.get(name) ?? 0) + 1)
    const measuring = tracking.measuring.get(name) ?? []
    if (isIgnored) for (const experiment of measuring) count(experiment, 'ignored')
    else if (!tracking.kept.has(name)) unknownEvent++
    else {
      for (const [attribute, unit] of units) {
        events.push({ ...rest, name, attribute, unit, isClient: keyType === 'client' })
      }
      for (const experiment of measuring) doubt(event, experiment)
    }
  }

  const sortExposure = ({ flagKey, ruleId, variant: key, unit, atMs, isRight }: HashedExposure): void => {
    const experiment = tracking.byRule.get(ruleName(flagKey, ruleId))
    if (!experiment) return
    const { id: experimentId, source, startedMs, stoppedMs, rule } = experiment
    if (isIgnored) {
      count(experiment, 'ignored')
      return
    }
    if (source === 'server' && keyType === 'client') return
    if (atMs < startedMs || atMs > (stoppedMs ?? Number.POSITIVE_INFINITY)) return
    const variant = (rule.distribution ?? []).findIndex((share) => share.variant === key)
    if (!isRight || variant === -1) {
      count(experiment, 'mismatched')
      return
    }
    exposures.push({ experimentId, unit, variant, atMs })
    concerned.add(experiment)
  }

  for (const event of track.events) sortEvent(event)
  for (const exposure of track.exposures) sortExposure(exposure)
  const experiments = [...concerned].map(({ id, rule, metrics }) => ({ id, attribute: rule.bucketBy ?? '', metrics }))
  const counts = { health: [...health.values()], seen: [...seen] }
  return { batch: { environmentId, events, exposures, doubts, ...counts, experiments }, unknownEvent }
}
