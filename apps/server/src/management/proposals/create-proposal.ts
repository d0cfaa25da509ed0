import { endpoints } from '@bunting/contract'
import { configProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { completeConfig } from '../../rules/configs/flag-config.ts'
import { change } from '../change.ts'
import { lockFlagSeries } from '../versions/series.ts'
import { proposeConfig } from './propose-config.ts'

export const createProposal = handle(
  endpoints.createProposal,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const series = await lockFlagSeries(tx, ctx.flag.id, ctx.environment.id)
      return proposeConfig(
        ctx,
        tx,
        series,
        completeConfig(ctx.body, ctx.body.version, () => ctx.newId('rule')),
      )
    }),
  (body, { flag }) => configProblems(body, flag.type),
)
