import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Figures } from '../../http/ports/units.ts'
import { creatorOf } from '../../rules/access/creator-of.ts'
import { exposedTotal, isFinal } from '../../rules/changes/experiment-results.ts'
import { lookAt, nextLookUs } from '../../rules/changes/experiment-watch.ts'
import { isStarted, type RunningExperiment, type StartedExperiment } from '../../rules/changes/experiments.ts'
import type { Tables } from '../../store/store.ts'
import { change } from '../change.ts'
import { follow } from './follow.ts'
import { lockAtWithSchedule } from './look-up.ts'

/** The interval of looks while analytics is off and nothing is counted. */
const restUs = 60_000_000

/** Looks at an experiment: acts on guardrails while it runs, and keeps its figures once every unit is counted. */
export const watchExperiment =
  (deps: Deps) =>
  async (subject: string): Promise<void> => {
    const { store, units } = deps
    const due = { kind: 'experiment', subject } as const
    const experiment = await store.experiments.findById(subject as ExperimentId)
    if (!experiment || !isStarted(experiment)) return store.due.remove(due)
    if (!units) return store.due.set(due, (await store.clock.nowUs()) + restUs)
    // Done before anything is locked, since it may take a while.
    const figures = await units.readFigures(experiment.id)
    const nowUs = await store.clock.nowUs()
    if (experiment.status === 'running') await look(deps, experiment, figures)
    else if (isFinal(experiment, figures, nowUs)) {
      await keepFigures(deps, experiment, figures)
      return store.due.remove(due)
    }
    return store.due.set(due, nextLookUs(experiment, nowUs))
  }

const look = async (deps: Deps, found: RunningExperiment, figures: Figures): Promise<void> => {
  const { flagKey, environmentId, orgId, startedBy } = found
  // Whether the flag is evaluated only matters if nobody was exposed.
  const isEvaluated = exposedTotal(figures) === 0 && (await isAskedFor(deps, environmentId, flagKey))
  const seen = async (tables: Pick<Tables, 'clock'>, experiment: RunningExperiment) =>
    lookAt(experiment, figures, { nowUs: await tables.clock.nowUs(), isEvaluated })
  // Most looks find nothing new, and lock nothing.
  if ((await seen(deps.store, found)).kind === 'nothing') return
  await change(deps, creatorOf({ orgId, createdBy: startedBy }), async (tx) => {
    const at = await lockAtWithSchedule(tx, found)
    const experiment = await tx.experiments.lock(found.id)
    // It was stopped after it was read.
    if (experiment.status !== 'running') return { result: {}, audit: [] }
    return { result: {}, ...(await follow(deps, tx, at, experiment, await seen(tx, experiment))) }
  })
}

const isAskedFor = async ({ telemetry, nowUs }: Deps, environmentId: EnvironmentId, flagKey: string) => {
  const live = await telemetry?.live(environmentId, flagKey, Math.floor(nowUs() / 1_000))
  return live?.minutes.some(({ total }) => total > 0) ?? false
}

/** Copies the figures into the database, for backups, before the units go. */
const keepFigures = async ({ store, units }: Deps, { id, metrics }: StartedExperiment, figures: Figures) => {
  const days: [string, unknown][] = []
  for (const { key } of metrics) days.push([key, await units?.readDays(id, key)])
  await store.experiments.keepFigures(id, {
    figures: JSON.stringify(figures),
    days: JSON.stringify(Object.fromEntries(days)),
  })
}
