import { endpoints } from '@bunting/contract'
import { personOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { endOf, rawKey, scopesOf } from '../../rules/access/api-keys.ts'
import { requireGrantable } from '../../rules/access/permissions.ts'
import { apiKeyCreated } from '../../rules/audit/audit.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { issueKey } from './issue-key.ts'
import { lockOwner } from './lock-owner.ts'

export const createApiKey = handle(endpoints.createApiKey, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { type, description, scopes, expiresAt } = ctx.body
    const expiresMs = endOf(expiresAt, ctx.nowUs() / 1_000)
    requireGrantable(ctx.actor, scopesOf(type, scopes))
    const ownerId = personOf(ctx.actor)
    await lockOwner(tx, ownerId)
    await tx.environments.lock(ctx.environment.id)
    requireRoom(ctx.actor.plan, 'keys', await tx.apiKeys.count(ctx.environment.id))
    const raw = rawKey(type, ctx.newKeySecret())
    const key = await issueKey(ctx, tx, raw, {
      type,
      description,
      scopes,
      expiresMs,
      orgId: ctx.actor.orgId,
      environmentId: ctx.environment.id,
      createdBy: ctx.actor.id,
      ownerId,
    })
    return {
      result: { ...key, key: raw, expiresAt: key.expiresAt ?? undefined },
      audit: [apiKeyCreated(ctx.project.id, key)],
      publish: { environments: [ctx.environment.id], keys: [key.id] },
    }
  }),
)
