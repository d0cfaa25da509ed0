import { endpoints, fail, invalid, type Metric } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { experimentUpdated } from '../../rules/audit/experiments.ts'
import {
  changedIn,
  type Drafted,
  definitionOf,
  designProblems,
  patched,
  splitOf,
} from '../../rules/changes/experiment-design.ts'
import type { Experiment, RunningExperiment, Split, UnstartedExperiment } from '../../rules/changes/experiments.ts'
import { requireExperiments } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import { change } from '../change.ts'
import { type At, lockAt, lookUp, withKnownPast } from './look-up.ts'
import { showExperiment } from './show-experiment.ts'

export const updateExperiment = handle(endpoints.updateExperiment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const at = await lockAt(tx, ctx.experiment)
    const before = await tx.experiments.lock(ctx.experiment.id)
    const wanted = patched(before, ctx.body)
    const fields = changedIn(before, wanted)
    if (fields.length === 0) return { result: showExperiment(before), audit: [] }
    if (before.status === 'draft') requireExperiments(ctx.actor.plan, wanted.design)
    const updated = await update(tx, at, before, wanted, fields)
    await tx.experiments.save(updated)
    return { result: showExperiment(updated), audit: [experimentUpdated(updated, fields)] }
  }),
)

const update = (
  tx: Tables,
  at: At,
  before: Experiment,
  wanted: Drafted,
  fields: readonly string[],
): Promise<Experiment> => {
  if (before.status === 'draft') return redraft(tx, at, before, wanted)
  if (before.status === 'running') return extend(tx, at, before, wanted, fields)
  return fail('CONFLICT', `The experiment is ${before.status}: only a draft or a running one can be changed.`)
}

const redraft = async (tx: Tables, at: At, before: UnstartedExperiment, wanted: Drafted): Promise<Experiment> => {
  const known = await lookUp(tx, at, wanted)
  const problems = designProblems(wanted, known)
  if (problems.length > 0) invalid('The body is not as described.', problems)
  return { ...before, ...wanted, split: splitOf(known.config, wanted.ruleId) as Split }
}

const whileRunning = ['name', 'hypothesis', 'secondary']

/** The promises were settled at the start: metrics can only be added, as exploratory ones. */
const extend = async (
  tx: Tables,
  at: At,
  before: RunningExperiment,
  wanted: Drafted,
  fields: readonly string[],
): Promise<Experiment> => {
  const settled = fields.filter((field) => !whileRunning.includes(field))
  if (settled.length > 0)
    fail('CONFLICT', `The experiment is running: ${settled.join(', ')} cannot be changed any more.`)
  const removed = before.design.secondary.filter((key) => !wanted.design.secondary.includes(key))
  if (removed.length > 0) {
    fail('CONFLICT', `The experiment is running: ${removed.join(', ')} cannot be taken out of secondary any more.`)
  }
  const { metrics } = await lookUp(tx, at, wanted)
  const added = wanted.design.secondary.filter((key) => !before.design.secondary.includes(key))
  const problems = added.flatMap((key) => {
    const path = `secondary[${wanted.design.secondary.indexOf(key)}]`
    const isTaken = before.metrics.some((metric) => metric.key === key) || added.filter((one) => one === key).length > 1
    if (isTaken) return [{ path, message: 'is taken already: a metric has one part in an experiment' }]
    const metric = metrics.get(key)
    return metric && metric.archivedAt === null
      ? []
      : [{ path, message: 'must be the key of a metric of the project that is not archived' }]
  })
  if (problems.length > 0) invalid('The body is not as described.', problems)
  const definitions = added.map((key) => definitionOf(metrics.get(key) as Metric))
  const exploratory = added.map((metric) => ({ metric, addedUs: at.nowUs }))
  return {
    ...before,
    name: wanted.name,
    design: { ...wanted.design, exploratory: [...before.design.exploratory, ...exploratory] },
    metrics: [...before.metrics, ...(await withKnownPast(tx, before, before.split, before.startedUs, definitions))],
  }
}
