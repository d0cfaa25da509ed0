import type { EnvironmentId, FlagId, ProposalId } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { experimentShipped, experimentStopped } from '../../rules/audit/experiments.ts'
import {
  addMark,
  type Decision,
  isStarted,
  type RunningExperiment,
  ship,
  stop,
} from '../../rules/changes/experiments.ts'
import { effectOf } from '../../rules/changes/version-effects.ts'
import type { Tables } from '../../store/store.ts'

type Version = { flagId: FlagId; config: FlagConfig; proposalId?: ProposalId | null }

/** Carries out the effects of new versions on the experiments of their flags. Answers with the audit entries. */
export const settleVersions = async (
  tx: Tables,
  environmentId: EnvironmentId,
  versions: readonly Version[],
): Promise<AuditDraft[]> => {
  const shipped = await settleShipped(tx, versions)
  const flagIds = versions.map(({ flagId }) => flagId)
  const running = await tx.experiments.lockRunning(environmentId, flagIds)
  const audit: AuditDraft[] = []
  for (const experiment of running) {
    const { config } = versions.find(({ flagId }) => flagId === experiment.flagId) as Version
    audit.push(...(await settle(tx, experiment, config)))
  }
  return [...shipped, ...audit]
}

const settle = async (tx: Tables, experiment: RunningExperiment, config: FlagConfig): Promise<AuditDraft[]> => {
  const { flagId, environmentId } = experiment
  const before = await tx.flagVersions.find({ flagId, environmentId }, config.version - 1)
  const effect = effectOf(experiment, before?.config ?? config, config)
  if (effect.kind === 'nothing') return []
  const nowUs = await tx.clock.nowUs()
  if (effect.kind === 'mark') {
    await tx.experiments.save(addMark(experiment, { atUs: nowUs, version: config.version, what: effect.what }))
    return []
  }
  const stopped = stop(experiment, `${effect.because} by version ${config.version}.`, nowUs)
  await tx.experiments.save(stopped)
  return [experimentStopped(stopped)]
}

/** A variant that waited for its approval is shipped with the version that the approval made. */
const settleShipped = async (tx: Tables, versions: readonly Version[]): Promise<AuditDraft[]> => {
  const audit: AuditDraft[] = []
  for (const { proposalId } of versions) {
    const experiment = proposalId ? await tx.experiments.lockShipping(proposalId) : undefined
    if (!experiment?.shipping || !isStarted(experiment)) continue
    const { proposalId: _, why, ...shipping } = experiment.shipping
    const decision: Decision = { ...shipping, atUs: await tx.clock.nowUs() }
    const shipped = ship(experiment, decision)
    await tx.experiments.save(shipped)
    audit.push(experimentShipped(shipped, decision, why))
  }
  return audit
}
