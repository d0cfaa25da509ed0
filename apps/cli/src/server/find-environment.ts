import { type Client, type Environment, inEnvironmentOrder, nearest, type Project } from '@bunting/contract'
import { didYouMean, refuse, wrongUse } from '../core/failure.ts'
import { listAll } from './list-all.ts'

/** Lists the environments in the order of the project. */
export const listEnvironments = async (
  api: Client,
  project: { id: string; environmentOrder?: readonly string[] },
): Promise<Environment[]> => {
  const all = await listAll((query) => api.listEnvironments({ params: { projectId: project.id }, query }))
  return inEnvironmentOrder(project, all as Environment[])
}

/** Finds an environment by slug or id, and never guesses: the wrong one may be production. */
export const findEnvironment = async (
  api: Client,
  project: Project,
  wanted: string | undefined,
): Promise<Environment> => {
  const environments = await listEnvironments(api, project)
  const slugs = environments.map(({ slug }) => slug)
  if (wanted === undefined) {
    return wrongUse(
      `Which environment of ${project.slug}: ${slugs.join(', ')}?`,
      '--env <slug>',
      `bunting use ${project.slug} <environment> to remember it`,
    )
  }
  return (
    environments.find(({ slug, id }) => slug === wanted || id === wanted) ??
    refuse(
      `There is no environment "${wanted}" in ${project.slug}.${didYouMean(nearest(wanted, slugs))}`,
      `There are: ${slugs.join(', ')}.`,
    )
  )
}
