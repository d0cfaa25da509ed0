import type { Deps } from '../endpoint/deps.ts'
import type { Actor } from './actor.ts'
import { findBearer } from './authenticate.ts'
import { findSession } from './session.ts'

/** The actor with their current rights in a project, by their session or key; undefined if they may no longer read there. */
export const reauthenticate = async (
  deps: Pick<Deps, 'store' | 'nowUs'>,
  { type, credential }: Actor,
  projectId: string,
): Promise<Actor | undefined> => {
  // Members may read, whatever their role.
  if (type === 'user') return findSession(deps, credential.hash, { projectId })
  const bearer = await findBearer(deps, credential.hash, { projectId })
  return bearer?.scopes.includes('read') ? bearer : undefined
}
