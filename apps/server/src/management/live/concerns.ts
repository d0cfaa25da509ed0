import type { ProjectChange } from '@bunting/contract'
import { type Actor, personOf } from '../../http/auth/actor.ts'

/** Tells whether a change may have revoked an actor's access: it concerns their session, their key or themselves. */
export const concerns = ({ resourceType, resourceId }: ProjectChange, actor: Actor): boolean => {
  if (resourceType === 'member') return personOf(actor) === resourceId
  if (resourceType === 'session') return actor.type === 'user' && actor.sessionId === resourceId
  return resourceType === 'api_key' && actor.id === resourceId
}
