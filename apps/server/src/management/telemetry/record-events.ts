import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { recordEvents as record } from '../../telemetry/record-events.ts'
import { requireEventLog } from './require-event-log.ts'

export const recordEvents = handle(endpoints.recordEvents, (ctx) => {
  const deps = { store: ctx.store, eventLog: requireEventLog(ctx), nowMs: Math.floor(ctx.nowUs() / 1_000) }
  return record(deps, ctx.actor, ctx.body.events, ctx.idempotencyKey)
})
