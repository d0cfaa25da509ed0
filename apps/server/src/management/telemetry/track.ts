import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireUnits } from './require-units.ts'

export const track = handle(endpoints.track, (ctx) =>
  requireUnits(ctx).track(
    ctx.actor,
    { ...ctx.body, userAgent: ctx.caller.userAgent, isOptedOut: ctx.isOptedOut },
    ctx.idempotencyKey,
    Math.floor(ctx.nowUs() / 1_000),
  ),
)
