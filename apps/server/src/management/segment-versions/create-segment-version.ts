import { endpoints } from '@bunting/contract'
import { segmentProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { segmentVersionCreated } from '../../rules/audit/audit.ts'
import { completeSegmentConfig, requireActiveSegment } from '../../rules/configs/flag-config.ts'
import { refuseReferences } from '../../rules/configs/references.ts'
import { requireNext, requireUnprotected } from '../../rules/configs/versions.ts'
import { requireSegments } from '../../rules/plans.ts'
import { segmentName, touching } from '../../store/bundles/changes.ts'
import { change } from '../change.ts'
import { lookUpReferences } from '../look-up-references.ts'

export const createSegmentVersion = handle(
  endpoints.createSegmentVersion,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const segment = await tx.segments.lock(ctx.segment.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const config = completeSegmentConfig(ctx.body, ctx.body.version, () => ctx.newId('rule'))
      requireUnprotected(environment)
      requireSegments(ctx.actor.plan)
      const place = { segmentId: segment.id, environmentId: environment.id }
      const { projectId, id: self } = segment
      const { problems, needs } = await lookUpReferences(tx, { projectId, environmentId: environment.id, self }, config)
      refuseReferences(problems)
      requireActiveSegment(segment)
      requireNext(config.version, await tx.segmentVersions.latestNumber(place))
      const why = { comment: ctx.body.comment }
      const made = { id: ctx.newId('segmentVersion'), createdBy: ctx.actor.id, proposalId: null, ...why }
      const { version, segments } = await tx.segmentVersions.append({ ...place, ...made, config, needs }, ctx.nowUs())
      const audit = [segmentVersionCreated(segment, version, why)]
      const environments = [touching(environment.id, segmentName(segment.key), segments)]
      return { result: version, audit, environments }
    }),
  segmentProblems,
)
