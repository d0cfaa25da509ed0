import { endpoints } from '@bunting/contract'
import { personOf } from '../../http/auth/actor.ts'
import { hashKey } from '../../http/auth/hash-key.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { keyPrefixOf, ownerAfter, rawKey, retireAt } from '../../rules/access/api-keys.ts'
import { requireGrantable } from '../../rules/access/permissions.ts'
import { apiKeyRotated } from '../../rules/audit/audit.ts'
import { change } from '../change.ts'
import { lockOwner } from './lock-owner.ts'

export const rotateApiKey = handle(endpoints.rotateApiKey, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const retiredMs = Math.floor(ctx.nowUs() / 1_000)
    const person = personOf(ctx.actor)
    await lockOwner(tx, person)
    const key = await tx.apiKeys.lock(ctx.apiKey.id)
    requireGrantable(ctx.actor, key.scopes)
    const ownerId = ownerAfter(key, person)
    const inForce = await tx.retiredSecrets.countInForce(key.id, retiredMs)
    const untilMs = retireAt(key, inForce, ctx.body.overlapSeconds, retiredMs)
    const raw = rawKey(key.type, ctx.newKeySecret())
    const keyPrefix = keyPrefixOf(raw)
    await tx.retiredSecrets.insert(key.id, key.hash, { retiredMs, untilMs })
    await tx.retiredSecrets.endBy(key.id, untilMs)
    await tx.apiKeys.setSecret(key.id, { hash: hashKey(raw), keyPrefix, ownerId })
    const previousExpiresAt = new Date(untilMs).toISOString()
    return {
      result: { id: key.id, key: raw, keyPrefix, type: key.type, previousExpiresAt },
      audit: [apiKeyRotated(ctx.project.id, { ...key, keyPrefix, previousExpiresAt })],
      publish: { keys: [key.id] },
    }
  }),
)
