import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireTelemetry } from './require-telemetry.ts'

export const recordEvents = handle(endpoints.recordEvents, (ctx) =>
  requireTelemetry(ctx).record(ctx.actor, ctx.body.events, ctx.idempotencyKey, Math.floor(ctx.nowUs() / 1_000)),
)
