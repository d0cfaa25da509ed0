import { fail } from '@bunting/contract'
import { requireProtected } from '../../rules/changes/proposals.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import type { KnownList } from '../../store/tables/large-lists.ts'
import { change } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { lockSegmentSeries } from '../versions/series.ts'
import { copyParts } from './copy-parts.ts'
import type { IdsChange } from './prepare-change.ts'
import { preview, type UploadContext } from './preview.ts'
import { adoptParts, discardParts, Overtaken, stageParts } from './stage-parts.ts'

/** Stores an upload as a proposal, with what it would change now. */
export const proposeIds = async (
  ctx: UploadContext,
  list: KnownList,
  wanted: IdsChange,
  expected: number | undefined,
) => {
  const { added, removed, unchanged } = await preview(ctx, list, wanted, expected)
  const id = ctx.newId('proposal')
  const copied = await copyParts(ctx.scratchDir, id, wanted)
  try {
    await stageParts(ctx.store, copied.parts)
    return await change(ctx, ctx.actor, async (tx) => {
      const { environment } = await lockSegmentSeries(tx, ctx.segment.id, ctx.environment.id)
      requireProtected(environment)
      requireActive(ctx.segment)
      const proposed = await propose(ctx, tx, {
        id,
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
      await adoptParts(tx, copied.parts)
      return proposed
    })
  } catch (error) {
    await discardParts(ctx.store, copied.parts)
    if (error instanceof Overtaken) return fail('SERVICE_UNAVAILABLE', 'The upload took too long. Try again.')
    throw error
  } finally {
    await copied.close()
  }
}
