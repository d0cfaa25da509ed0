import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const getOwnKey = handle(endpoints.getOwnKey, async ({ actor, store }) => {
  if (actor.type === 'user') return fail('RESOURCE_NOT_FOUND', 'A person is signed in: no key was sent.')
  const key = await store.apiKeys.find(actor.environmentId, actor.id)
  const { id, environmentId, scopes } = actor
  return { id, type: actor.keyType, description: key?.description ?? '', scopes: [...scopes], environmentId }
})
