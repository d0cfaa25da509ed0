import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { apiKeyRevoked } from '../../rules/audit.ts'
import { change } from '../change.ts'
import { cancelSchedulesOf } from '../schedules/cancel-schedules-of.ts'

export const revokeApiKey = handle(endpoints.revokeApiKey, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const key = await tx.apiKeys.lock(ctx.apiKey.id)
    const publish = { keys: [key.id] }
    if (key.revokedAt !== null) return { result: { id: key.id, revokedAt: key.revokedAt }, audit: [], publish }
    const revokedAt = await tx.apiKeys.revoke(key.id, ctx.nowUs())
    const cancelled = await cancelSchedulesOf(ctx.actor, tx, { keys: [key.id] })
    return {
      result: { id: key.id, revokedAt },
      audit: [apiKeyRevoked(ctx.project.id, key), ...cancelled],
      publish,
    }
  }),
)
