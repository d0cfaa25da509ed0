import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { segmentUpdated } from '../../rules/audit/audit.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { refuseImmutable } from '../refuse-immutable.ts'
import { requireMovable } from '../require-movable.ts'

export const updateSegment = handle(
  endpoints.updateSegment,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      if (ctx.body.archived !== undefined) await tx.projects.lock(ctx.project.id)
      const before = await tx.segments.lock(ctx.segment.id)
      const current = { ...before, archived: before.archivedAt !== null, managedBy: before.managedBy ?? null }
      const update = changedFields(current, ctx.body)
      if (Object.keys(update).length === 0) return { result: before, audit: [] }
      const { archived, ...fields } = update
      if (archived !== undefined) {
        await requireMovable(tx, before, archived, await tx.environments.lockAll(before.projectId))
      }
      const moved = archived === undefined ? {} : { archivedUs: archived ? ctx.nowUs() : null }
      const segment = await tx.segments.update(before, { ...fields, ...moved })
      const archivedAt = archived === undefined ? {} : { archivedAt: segment.archivedAt }
      return { result: segment, audit: [segmentUpdated(segment, { ...fields, ...archivedAt })] }
    }),
  (body) => refuseImmutable(body, ['key', 'unit', 'large', 'keepIds']),
)
