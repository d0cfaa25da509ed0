import { type Environment, invalid, type ProjectId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'

/** The environment that a body names, within the project of the path. */
export const findEnvironment = async (
  { store }: Pick<Deps, 'store'>,
  projectId: ProjectId,
  environmentId: string,
): Promise<Environment> =>
  (await store.environments.find(projectId, environmentId)) ??
  invalid('The body is not as described.', [
    { path: 'environmentId', message: 'must be the id of an environment of the project' },
  ])
