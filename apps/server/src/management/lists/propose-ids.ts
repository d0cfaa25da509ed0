import { requireProtected } from '../../rules/changes/proposals.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import type { KnownList } from '../../store/tables/large-lists.ts'
import { change } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { lockSegmentSeries } from '../versions/series.ts'
import { copyParts } from './copy-parts.ts'
import type { IdsChange } from './prepare-change.ts'
import { preview, type UploadContext } from './preview.ts'

/** Keeps what was uploaded until somebody else decides, and says what it would change now. */
export const proposeIds = async (
  ctx: UploadContext,
  list: KnownList,
  wanted: IdsChange,
  expected: number | undefined,
) => {
  const { added, removed, unchanged } = await preview(ctx, list, wanted, expected)
  return change(ctx, ctx.actor, async (tx) => {
    const { environment } = await lockSegmentSeries(tx, ctx.segment.id, ctx.environment.id)
    requireProtected(environment)
    requireActive(ctx.segment)
    const proposed = await propose(ctx, tx, {
      projectId: ctx.project.id,
      environmentId: environment.id,
      subject: ctx.segment,
      content: {
        kind: 'segmentIds',
        change: { op: wanted.op, added, removed, unchanged },
        flagId: null,
        segmentId: ctx.segment.id,
        proposedConfig: null,
      },
      comment: ctx.query.comment,
    })
    const owner = { ownerId: proposed.result.id, version: 0, kind: 'given' } as const
    await copyParts(wanted.sets(), wanted.keepIds, (part) => tx.listParts.insert(owner, part))
    return proposed
  })
}
