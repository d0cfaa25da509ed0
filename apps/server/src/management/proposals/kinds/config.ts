import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { ConfigContent, ProposalOf } from '../../../rules/changes/proposals.ts'
import { requireActive } from '../../../rules/configs/flag-config.ts'
import { requireFitStill } from '../../../rules/configs/flag-schema.ts'
import { requireReferences } from '../../../rules/configs/references.ts'
import { requireGates } from '../../../rules/plans.ts'
import { flagName, touching } from '../../../store/bundles/changes.ts'
import { lookUpReferences } from '../../look-up-references.ts'
import { pauseForVersion } from '../../schedules/pause-for-version.ts'
import type { Kind } from './kind.ts'

/** The config becomes the latest version plus one, made by whoever proposed it. */
export const config: Kind<ProposalOf<ConfigContent>> = async (context, tx, proposal) => {
  const flag = await tx.flags.lock(proposal.flagId)
  const environment = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    requireGates(context.actor.plan, proposal.proposedConfig)
    requireActive(flag)
    const place = { flagId: flag.id, environmentId: environment.id }
    const latest = await tx.flagVersions.latest(place)
    const next = { ...proposal.proposedConfig, version: (latest?.version ?? 0) + 1 }
    const { projectId, id: self } = flag
    const { problems, needs } = await lookUpReferences(tx, { projectId, environmentId: environment.id, self }, next)
    requireReferences('It can no longer be approved', problems)
    requireFitStill(flag, next)
    const made = { createdBy: proposal.createdBy, proposalId: proposal.id, comment: proposal.comment }
    const id = context.newId('flagVersion')
    const { version, segments } = await tx.flagVersions.append(
      { ...place, ...made, id, config: next, needs },
      context.nowUs(),
    )
    const paused = await pauseForVersion(tx, flag, version)
    const audit = [proposalApproved(approved, { flag }, next.version), ...paused]
    return { audit, environments: [touching(environment.id, flagName(flag.key), segments)] }
  }
}
