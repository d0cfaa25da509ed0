import type { Environment, Organization, Plan, Project } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { apiKeyCreated } from '../../rules/audit/audit.ts'
import { projectCreated } from '../../rules/audit/projects.ts'
import type { Tables } from '../../store/store.ts'
import { issueKey } from '../api-keys/issue-key.ts'
import { change } from '../change.ts'
import { seedProject } from '../projects/seed-project.ts'

export type OrganizationWithDefaults = Organization & { project: Project & { environments: Environment[] } }

/**
 * Creates an organization with a first project, and a server key for its development environment. `before` runs in the
 * same transaction, and can refuse it by throwing.
 */
export const createOrganizationWithDefaults = (
  deps: Deps,
  fields: { name: string; plan: Plan; rawKey: string },
  before: (tx: Tables) => Promise<void> = async () => undefined,
): Promise<OrganizationWithDefaults & { syncWarning?: string }> => {
  const id = deps.newId('organization')
  const operator = { id: 'operator', type: 'user', orgId: id } as const
  return change(deps, operator, async (tx) => {
    await before(tx)
    const organization = await tx.organizations.insert({ id, name: fields.name, plan: fields.plan }, deps.nowUs())
    const project = await seedProject(deps, tx, { orgId: id, name: 'Default', slug: 'default' })
    const development = project.environments.find((environment) => environment.slug === 'development')
    if (!development) throw new Error('a seeded project has a development environment')
    const key = await issueKey(deps, tx, fields.rawKey, {
      orgId: id,
      environmentId: development.id,
      type: 'server',
      description: 'First server key',
      createdBy: 'operator',
      ownerId: null,
    })
    return {
      result: { ...organization, project },
      audit: [projectCreated(project), apiKeyCreated(project.id, key)],
      publish: { environments: [development.id], keys: [key.id] },
    }
  })
}
