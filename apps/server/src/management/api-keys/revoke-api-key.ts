import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { apiKeyRevoked } from '../../rules/audit.ts'
import { change } from '../change.ts'

export const revokeApiKey = handle(endpoints.revokeApiKey, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const key = await tx.apiKeys.lock(ctx.apiKey.id)
    const revokedAt = key.revokedAt ?? (await tx.apiKeys.revoke(key.id, ctx.nowUs()))
    return {
      result: { id: key.id, revokedAt },
      audit: key.revokedAt === null ? [apiKeyRevoked(ctx.project.id, key)] : [],
      publish: { keys: [key.id] },
    }
  }),
)
