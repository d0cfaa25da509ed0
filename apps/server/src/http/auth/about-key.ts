import { looksLikeKey } from '../../rules/access/api-keys.ts'
import type { About } from '../../store/tables/about.ts'
import type { Deps } from '../endpoint/deps.ts'
import { isPlausible } from '../endpoint/resources.ts'
import { findBearer } from './authenticate.ts'
import { bearerIn } from './bearer.ts'
import { hashKey } from './hash-key.ts'

/**
 * Returns the subject of a request whose project is the requested one, or that of its key. It must be known before the key's
 * scopes are checked: the person who made the key may have another role in that project.
 */
export const aboutKey = async (
  { store, nowUs }: Pick<Deps, 'store' | 'nowUs'>,
  authorization: string | undefined,
  asked: string | undefined,
): Promise<About | undefined> => {
  if (asked !== undefined) return isPlausible(asked) ? { projectId: asked } : undefined
  const secret = bearerIn(authorization ?? '') ?? ''
  const bearer = looksLikeKey(secret) ? await findBearer({ store, nowUs }, hashKey(secret), undefined) : undefined
  const projectId = bearer && (await store.environments.projectOf(bearer.environmentId))
  return projectId && { projectId }
}
