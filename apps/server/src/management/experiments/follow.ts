import { ApiError, type Flag } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { Deps } from '../../http/endpoint/deps.ts'
import { experimentRight, lackOfRight } from '../../rules/access/makers.ts'
import {
  type Crossing,
  experimentGuardrail,
  experimentStopped,
  experimentVerdict,
} from '../../rules/audit/experiments.ts'
import { schedulePaused } from '../../rules/audit/schedules.ts'
import type { Look } from '../../rules/changes/experiment-watch.ts'
import { addWarning, type RunningExperiment, stop } from '../../rules/changes/experiments.ts'
import { pause } from '../../rules/changes/schedules.ts'
import { shipConfig, variantValue } from '../../rules/changes/ship-config.ts'
import { flagName, touching } from '../../store/bundles/changes.ts'
import type { Needs } from '../../store/bundles/config-references.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { appendVersion } from '../versions/append-version.ts'
import { checkConfig } from '../versions/check-config.ts'
import { flagSeries } from '../versions/series.ts'
import type { At } from './look-up.ts'

type Followed = Omit<Changed<object>, 'result'>

const nothing: Followed = { audit: [] }

/** Acts on the outcome of a look at a locked, running experiment. */
export const follow = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  at: At,
  before: RunningExperiment,
  look: Look,
): Promise<Followed> => {
  if (look.kind === 'nothing') return nothing
  if (look.kind === 'lost') {
    const { flag, environment, nowUs } = at
    const stopped = stop(before, 'The database was restored, and what units did was not.', nowUs)
    await tx.experiments.save(stopped)
    return { audit: [experimentStopped(stopped)], environments: [touching(environment.id, flagName(flag.key), [])] }
  }
  if (look.crossings.length > 0) return act(deps, tx, at, look.experiment, look.crossings)
  await tx.experiments.save(look.experiment)
  return look.verdict ? { audit: [experimentVerdict(look.experiment, look.verdict)] } : nothing
}

/** Carries out the gravest consequence of the crossings, if that is still allowed. */
const act = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  at: At,
  experiment: RunningExperiment,
  crossings: readonly Crossing[],
): Promise<Followed> => {
  const [first] = crossings as readonly [Crossing, ...Crossing[]]
  const told = crossings.map((crossing) => experimentGuardrail(experiment, crossing))
  const warned = crossings.reduce((one, { reason }) => addWarning(one, reason), experiment)
  const obstacle = first.then === 'notify' ? undefined : await obstacleTo(tx, at, experiment)
  if (first.then === 'notify' || obstacle !== undefined) {
    const held = obstacle === undefined ? warned : addWarning(warned, `Its guardrails only notify: ${obstacle}`)
    await tx.experiments.save(held)
    return { audit: told }
  }
  const acted =
    first.then === 'pause' ? await pauseSchedule(tx, at, warned, first) : await rollBack(deps, tx, at, warned, first)
  return { ...acted, audit: [...told, ...acted.audit] }
}

/** The reason why guardrails may not act, if any. A protected environment takes two people. */
const obstacleTo = async (tx: Tables, at: At, experiment: RunningExperiment): Promise<string | undefined> => {
  const { environment, nowUs } = at
  if (environment.protected && experiment.proposalId === undefined) {
    return `The environment ${environment.slug} is protected now, and nobody approved it.`
  }
  const maker = (await tx.makers.find(experiment.orgId, [experiment.startedBy])).get(experiment.startedBy)
  return lackOfRight(maker, experimentRight(experiment), Math.floor(nowUs / 1_000))
}

/** Pauses the flag's schedule. The split stays as it is, since people decide about that. */
const pauseSchedule = async (
  tx: Tables,
  { flag, environment }: At,
  experiment: RunningExperiment,
  { reason }: Crossing,
): Promise<Followed> => {
  await tx.experiments.save(experiment)
  const schedule = await tx.schedules.lockLive({ flagId: flag.id, environmentId: environment.id })
  if (schedule?.status !== 'running') return nothing
  const paused = pause(schedule, `It was paused by an experiment. ${reason}`)
  await tx.schedules.save(paused)
  return { audit: [schedulePaused(flag, paused)] }
}

/** A rollback is allowed on every plan: control was active before. */
const plan = 'enterprise'

/** Gives everybody of the rule control's value, by a version of its own. A config that cannot be saved leaves a warning. */
const rollBack = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  { flag, environment, nowUs }: At,
  experiment: RunningExperiment,
  { reason }: Crossing,
): Promise<Followed> => {
  const series = flagSeries(tx, flag, environment)
  const fitted = await fitControl(tx, series, flag, experiment)
  if ('lack' in fitted) {
    await tx.experiments.save(addWarning(experiment, `It could not be rolled back: ${fitted.lack}`))
    return nothing
  }
  const stopped = stop(experiment, `It was rolled back to ${experiment.design.control}. ${reason}`, nowUs)
  // Saved before its version, which would otherwise stop it for another reason.
  await tx.experiments.save(stopped)
  const made = { ...fitted, createdBy: experiment.startedBy, proposalId: null, comment: stopped.reason }
  const { audit, environments } = await appendVersion(deps, tx, series, made)
  return { audit: [...audit, experimentStopped(stopped)], ...(environments && { environments }) }
}

/** The next config, with control's value in place of the split; or the problem that saving it would have. */
const fitControl = async (
  tx: Tables,
  series: ReturnType<typeof flagSeries>,
  { type }: Flag,
  { ruleId, design }: RunningExperiment,
): Promise<{ config: FlagConfig; needs: Needs } | { lack: string }> => {
  const latest = await series.latest()
  const value = latest && variantValue(type, latest.config, design.control)
  if (!latest || value === undefined) return { lack: 'The config has no such variant.' }
  const config = { ...shipConfig(latest.config, ruleId, value, 'rule'), version: latest.version + 1 }
  try {
    return { config, needs: await checkConfig(tx, plan, series, config) }
  } catch (error) {
    if (error instanceof ApiError) return { lack: error.message }
    throw error
  }
}
