import { type ActorId, fail, type Plan } from '@bunting/contract'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { experimentStarted } from '../../rules/audit/experiments.ts'
import { requireDesign, warningsOf } from '../../rules/changes/experiment-design.ts'
import { type RunningExperiment, start, type UnstartedExperiment } from '../../rules/changes/experiments.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireExperiments, requireRoom } from '../../rules/plans.ts'
import { flagName, type Touched, touching } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import { type At, lookUp, withKnownPast } from './look-up.ts'

type Begun = { experiment: RunningExperiment; audit: AuditDraft[]; environments: Touched[] }

/** Fails if the experiment cannot run now. Returns the split and the metrics that it would run by. */
export const requireStartable = async (tx: Tables, at: At, plan: Plan, experiment: UnstartedExperiment) => {
  const { flag, environment } = at
  requireExperiments(plan, experiment.design)
  requireActive(flag)
  const asItIs = requireDesign(experiment, await lookUp(tx, at, experiment))
  const [running] = await tx.experiments.lockRunning(environment.id, [flag.id])
  if (running) fail('CONFLICT', `The experiment “${running.name}” runs on ${flag.key} there already: stop it first.`)
  requireRoom(plan, 'experiments', await tx.experiments.countRunning(environment.id))
  return asItIs
}

/** Starts a locked experiment. The published bundle tells SDKs that answers of its rule expose units. */
export const begin = async (
  tx: Tables,
  at: At,
  plan: Plan,
  experiment: UnstartedExperiment,
  { by, expectedUnits }: { by: ActorId; expectedUnits: number | undefined },
): Promise<Begun> => {
  const { flag, environment, nowUs } = at
  const { split, metrics: asTheyAre } = await requireStartable(tx, at, plan, experiment)
  const metrics = await withKnownPast(tx, experiment, split, nowUs, asTheyAre)
  const warnings = warningsOf(flag, split, await tx.experiments.hasRun(experiment))
  const running = start(experiment, { by, atUs: nowUs, split, metrics, warnings, expectedUnits })
  await tx.experiments.save(running)
  await tx.due.set({ kind: 'experiment', subject: running.id }, nowUs)
  return {
    experiment: running,
    audit: [experimentStarted(running)],
    environments: [touching(environment.id, flagName(flag.key), [])],
  }
}
