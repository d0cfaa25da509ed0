import { endpoints } from '@bunting/contract'
import { personOf } from '../../http/actor.ts'
import { handle } from '../../http/handle.ts'
import { rawKey } from '../../rules/api-keys.ts'
import { apiKeyCreated } from '../../rules/audit.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { issueKey } from './issue-key.ts'

export const createApiKey = handle(endpoints.createApiKey, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    await tx.environments.lock(ctx.environment.id)
    requireRoom(ctx.actor.plan, 'keys', await tx.apiKeys.count(ctx.environment.id))
    const raw = rawKey(ctx.body.type, ctx.newSecret())
    const key = await issueKey(ctx, tx, raw, {
      ...ctx.body,
      orgId: ctx.actor.orgId,
      environmentId: ctx.environment.id,
      createdBy: ctx.actor.id,
      ownerId: personOf(ctx.actor),
    })
    return {
      result: { ...key, key: raw },
      audit: [apiKeyCreated(ctx.project.id, key)],
      publish: { environments: [ctx.environment.id], keys: [key.id] },
    }
  }),
)
