import { endpoints } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { endLeftovers } from '../../leftovers/end-leftovers.ts'
import { apiKeyRevoked } from '../../rules/audit/audit.ts'
import { change } from '../change.ts'

export const revokeApiKey = handle(endpoints.revokeApiKey, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const key = await tx.apiKeys.lock(ctx.apiKey.id)
    const publish = { keys: [key.id] }
    if (key.revokedAt !== null) return { result: { id: key.id, revokedAt: key.revokedAt }, audit: [], publish }
    const revokedAt = await tx.apiKeys.revoke(key.id, ctx.nowUs())
    const left = await endLeftovers(tx, reviewerOf(ctx.actor), [key.id])
    return {
      result: { id: key.id, revokedAt },
      audit: [apiKeyRevoked(ctx.project.id, key), ...left.audit],
      publish,
    }
  }),
)
