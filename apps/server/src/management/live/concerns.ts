import type { ProjectChange } from '@bunting/contract'
import { type Actor, personOf } from '../../http/auth/actor.ts'

/** Whether a change may have taken from an actor what they were allowed: their session, their key, or themselves. */
export const concerns = ({ resourceType, resourceId }: ProjectChange, actor: Actor): boolean => {
  if (resourceType === 'member') return personOf(actor) === resourceId
  if (resourceType === 'session') return actor.type === 'user' && actor.sessionId === resourceId
  return resourceType === 'api_key' && actor.id === resourceId
}
