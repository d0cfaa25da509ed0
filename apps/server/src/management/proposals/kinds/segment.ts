import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { ProposalOf, SegmentContent } from '../../../rules/changes/proposals.ts'
import { requireActiveSegment } from '../../../rules/configs/flag-config.ts'
import { requireReferences } from '../../../rules/configs/references.ts'
import { requireSegments } from '../../../rules/plans.ts'
import { segmentName, touching } from '../../../store/bundles/changes.ts'
import { lookUpReferences } from '../../look-up-references.ts'
import type { Kind } from './kind.ts'

/** As a flag's config: the latest version plus one, made by whoever proposed it. */
export const segment: Kind<ProposalOf<SegmentContent>> = async (context, tx, proposal) => {
  const segment = await tx.segments.lock(proposal.segmentId)
  const { id: environmentId } = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    requireSegments(context.actor.plan)
    requireActiveSegment(segment)
    const { id: segmentId, projectId } = segment
    const place = { segmentId, environmentId }
    const config = { ...proposal.proposedConfig, version: (await tx.segmentVersions.latestNumber(place)) + 1 }
    const { problems, needs } = await lookUpReferences(tx, { projectId, environmentId, self: segmentId }, config)
    requireReferences('It can no longer be approved', problems)
    const made = { createdBy: proposal.createdBy, proposalId: proposal.id, comment: proposal.comment }
    const id = context.newId('segmentVersion')
    const { segments } = await tx.segmentVersions.append({ ...place, ...made, id, config, needs }, context.nowUs())
    const audit = [proposalApproved(approved, { segment }, config.version)]
    return { audit, environments: [touching(environmentId, segmentName(segment.key), segments)] }
  }
}
