import type { Environment, Flag } from '@bunting/contract'
import { type Drafted, lookBackUs, withoutPast } from '../../rules/changes/experiment-design.ts'
import { type Definition, type Experiment, metricKeysOf, type Split } from '../../rules/changes/experiments.ts'
import type { Tables } from '../../store/store.ts'

/** The flag and the environment of an experiment, both locked. */
export type At = { flag: Flag; environment: Environment; nowUs: number }

/** The config and the metrics that a design is checked against. Metrics are locked, so that none is archived meanwhile. */
export const lookUp = async (tx: Tables, { flag, environment, nowUs }: At, { design }: Pick<Drafted, 'design'>) => {
  const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
  const metrics = await tx.metrics.lockAll(flag.projectId, metricKeysOf(design))
  return { config: latest?.config, metrics, nowUs }
}

/**
 * Turns the adjustment off (CUPED) if units are split by an attribute under which no events were stored before the start:
 * there is nothing to adjust by.
 */
export const withKnownPast = async (
  tx: Tables,
  { id, environmentId }: Pick<Experiment, 'id' | 'environmentId'>,
  { unit }: Split,
  startUs: number,
  definitions: readonly Definition[],
): Promise<readonly Definition[]> => {
  if (unit === null || (await tx.experiments.hasSplitBy({ id, environmentId, unit }, startUs - lookBackUs))) {
    return definitions
  }
  return definitions.map(withoutPast)
}

export const lockAt = async (
  tx: Tables,
  { flagId, environmentId }: { flagId: Flag['id']; environmentId: Environment['id'] },
): Promise<At> => ({
  flag: await tx.flags.lock(flagId),
  environment: await tx.environments.lock(environmentId),
  nowUs: await tx.clock.nowUs(),
})

/** Also locks the flag's schedule, which a new version pauses. Schedules are always locked before experiments. */
export const lockAtWithSchedule = async (tx: Tables, place: Parameters<typeof lockAt>[1]): Promise<At> => {
  const at = await lockAt(tx, place)
  await tx.schedules.lockLive({ flagId: place.flagId, environmentId: place.environmentId })
  return at
}
