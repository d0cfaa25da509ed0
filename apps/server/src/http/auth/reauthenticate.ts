import type { Deps } from '../endpoint/deps.ts'
import type { Actor } from './actor.ts'
import { findBearer } from './authenticate.ts'
import { findSession } from './session.ts'

/** An actor as they are now in a project, by the session or key that they came with, if they may still read there. */
export const reauthenticate = async (
  deps: Pick<Deps, 'store' | 'nowUs'>,
  { type, credential }: Actor,
  projectId: string,
): Promise<Actor | undefined> => {
  // Whatever their role, members read.
  if (type === 'user') return findSession(deps, credential.hash, { projectId })
  const bearer = await findBearer(deps, credential.hash, { projectId })
  return bearer?.scopes.includes('read') ? bearer : undefined
}
