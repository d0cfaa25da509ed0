import type { ActorId, Experiment as ShownExperiment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { proposed } from '../../http/endpoint/handle.ts'
import { experimentShipped } from '../../rules/audit/experiments.ts'
import { type Decision, type StartedExperiment, ship } from '../../rules/changes/experiments.ts'
import { requireProposals } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { appendVersion } from '../versions/append-version.ts'
import { checkConfig } from '../versions/check-config.ts'
import type { flagSeries } from '../versions/series.ts'
import { showExperiment } from './show-experiment.ts'

type Context = Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor }

type Shipment = {
  series: ReturnType<typeof flagSeries>
  /** It is locked. */
  experiment: StartedExperiment
  /** It has the version number of the active config. */
  config: FlagConfig
  shipping: Omit<Decision, 'atUs'> & { by: ActorId; why: string }
  nowUs: number
}

/** Appends the version in which a variant takes the place of the split. */
export const shipNow = async (
  context: Context,
  tx: Tables,
  { series, experiment, config, shipping: { why, ...shipping }, nowUs }: Shipment,
): Promise<Changed<ShownExperiment>> => {
  const { actor } = context
  const next = { ...config, version: config.version + 1 }
  const needs = await checkConfig(tx, actor.plan, series, next)
  const decision = { ...shipping, atUs: nowUs }
  const shipped = ship(experiment, decision)
  // Saved before its version, which would otherwise stop it for another reason.
  await tx.experiments.save(shipped)
  const made = { config: next, needs, createdBy: actor.id, proposalId: null, comment: shipping.comment }
  const { audit, ...published } = await appendVersion(context, tx, series, made)
  return {
    ...published,
    result: showExperiment(shipped),
    audit: [...audit, experimentShipped(shipped, decision, why)],
  }
}

/** Proposes to ship a variant. The approval ships it; until then the experiment goes on. */
export const proposeShipping = async (
  context: Context,
  tx: Tables,
  { series, experiment, config, shipping }: Shipment,
): Promise<Changed<ShownExperiment & { [proposed]: true }>> => {
  const { subject, environment } = series
  const { plan } = context.actor
  requireProposals(plan)
  await checkConfig(tx, plan, series, config)
  const { result: proposal, audit } = await propose(context, tx, {
    projectId: subject.projectId,
    environmentId: environment.id,
    subject,
    content: series.contentOf(config),
    comment: shipping.comment ?? undefined,
  })
  const waiting = { ...experiment, shipping: { ...shipping, proposalId: proposal.id } }
  await tx.experiments.save(waiting)
  return { result: { ...showExperiment(waiting), [proposed]: true }, audit }
}
