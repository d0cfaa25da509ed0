import { endpoints } from '@bunting/contract'
import { segmentProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { completeSegmentConfig } from '../../rules/configs/flag-config.ts'
import { change } from '../change.ts'
import { requireConfig } from '../lists/require-large.ts'
import { lockSegmentSeries } from '../versions/series.ts'
import { proposeConfig } from './propose-config.ts'

export const createSegmentProposal = handle(
  endpoints.createSegmentProposal,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      requireConfig(ctx.segment)
      const series = await lockSegmentSeries(tx, ctx.segment.id, ctx.environment.id)
      return proposeConfig(
        ctx,
        tx,
        series,
        completeSegmentConfig(ctx.body, ctx.body.version, () => ctx.newId('rule')),
      )
    }),
  segmentProblems,
)
