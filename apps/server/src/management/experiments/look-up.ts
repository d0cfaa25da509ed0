import type { Environment, Flag } from '@bunting/contract'
import { type Drafted, lookBackUs, withoutPast } from '../../rules/changes/experiment-design.ts'
import { type Definition, type Experiment, metricKeysOf, type Split } from '../../rules/changes/experiments.ts'
import type { Tables } from '../../store/store.ts'

/** Where an experiment is: both are locked. */
export type At = { flag: Flag; environment: Environment; nowUs: number }

/** Everything that a design is held against. Its metrics are locked, so that none is archived meanwhile. */
export const lookUp = async (tx: Tables, { flag, environment, nowUs }: At, { design }: Pick<Drafted, 'design'>) => {
  const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
  const metrics = await tx.metrics.lockAll(flag.projectId, metricKeysOf(design))
  return { config: latest?.config, metrics, nowUs }
}

/**
 * The definitions as the experiment counts by them. By an attribute that no events were kept by before its start there is no
 * past to adjust by: what was kept since then is of fewer days for those who come early.
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

/** The same, with the flag's schedule, which a version pauses: before the experiment, as everywhere. */
export const lockAtWithSchedule = async (tx: Tables, place: Parameters<typeof lockAt>[1]): Promise<At> => {
  const at = await lockAt(tx, place)
  await tx.schedules.lockLive({ flagId: place.flagId, environmentId: place.environmentId })
  return at
}
