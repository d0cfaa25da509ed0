import { type Environment, inEnvironmentOrder, limits, type Project } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'

/** Returns the environments of a project, in order. */
export const environmentsOf = async (
  { environments }: Pick<Tables, 'environments'>,
  project: Project,
): Promise<Environment[]> => {
  const page = await environments.list(project.id, { cursor: undefined, limit: limits.environmentOrder })
  return inEnvironmentOrder(project, page.items)
}

/** Returns the environment whose default value the manifest shows: the first unprotected one with a version. */
export const sourceAmong = (environments: readonly Environment[], versions: object): Environment | undefined =>
  environments.find((environment) => !environment.protected && Object.hasOwn(versions, environment.id))
