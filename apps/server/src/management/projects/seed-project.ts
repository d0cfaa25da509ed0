import { type Environment, type OrganizationId, type Project, seededEnvironments } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Tables } from '../../store/store.ts'

/** Creates a project with the default environments. */
export const seedProject = async (
  { newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  fields: { orgId: OrganizationId; name: string; slug: string },
): Promise<Project & { environments: Environment[] }> => {
  const project = await tx.projects.insert({ id: newId('project'), ...fields }, nowUs())
  const environments: Environment[] = []
  for (const seeded of seededEnvironments) {
    const environment = { id: newId('environment'), projectId: project.id, protected: false, ...seeded }
    environments.push(await tx.environments.insert(environment, nowUs()))
  }
  return { ...project, environments }
}
