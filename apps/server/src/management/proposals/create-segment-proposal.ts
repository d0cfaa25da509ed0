import { endpoints } from '@bunting/contract'
import { segmentProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { requireProtected, type SegmentContent } from '../../rules/changes/proposals.ts'
import { completeSegmentConfig, requireActiveSegment } from '../../rules/configs/flag-config.ts'
import { refuseReferences } from '../../rules/configs/references.ts'
import { requireProposals, requireSegments } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { lookUpReferences } from '../look-up-references.ts'
import { propose } from './propose.ts'

export const createSegmentProposal = handle(
  endpoints.createSegmentProposal,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const segment = await tx.segments.lock(ctx.segment.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const config = completeSegmentConfig(ctx.body, ctx.body.version, () => ctx.newId('rule'))
      requireProposals(ctx.actor.plan)
      requireSegments(ctx.actor.plan)
      const place = { projectId: segment.projectId, environmentId: environment.id }
      const { problems } = await lookUpReferences(tx, { ...place, self: segment.id }, config)
      refuseReferences(problems)
      requireProtected(environment)
      requireActiveSegment(segment)
      const content: SegmentContent = {
        kind: 'segment',
        flagId: null,
        segmentId: segment.id,
        proposedConfig: config,
      }
      const { comment, replaces } = ctx.body
      return propose(ctx, tx, { ...place, subject: { segment }, content, comment, replaces })
    }),
  segmentProblems,
)
