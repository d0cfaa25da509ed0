import type { Plan } from '@bunting/contract'
import { hashKey } from '../http/auth/hash-key.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { rawKey } from '../rules/access/api-keys.ts'
import { apiKeyCreated } from '../rules/audit/audit.ts'
import { issueKey } from './api-keys/issue-key.ts'
import { change } from './change.ts'
import { createOrganizationWithDefaults } from './operator/create-organization-with-defaults.ts'

export type BootstrapSettings = { plan: Plan; serverKey: string | undefined }

/** `firstKey` is set only at the first start: the key is shown this one time. */
type Bootstrapped = { firstKey: string | undefined }

class FoundedBefore extends Error {}

/** Creates an organization, a project and a key in an empty database; the first instance to start does it. */
export const bootstrap = async (deps: Deps, { plan, serverKey }: BootstrapSettings): Promise<Bootstrapped> => {
  const firstKey = serverKey ?? rawKey('server', deps.newKeySecret())
  try {
    await createOrganizationWithDefaults(deps, { name: 'Default', plan, rawKey: firstKey }, async (tx) => {
      if (!(await tx.milestones.reach('bootstrapped'))) throw new FoundedBefore()
    })
    // A key that the operator chose is not printed: logs are kept.
    return { firstKey: serverKey === undefined ? firstKey : undefined }
  } catch (error) {
    if (!(error instanceof FoundedBefore)) throw error
    if (serverKey !== undefined) await installKey(deps, serverKey)
    return { firstKey: undefined }
  }
}

/** Adds a key that the operator chose to a database that began without it. Once installed, it is never changed here. */
const installKey = async (deps: Deps, raw: string): Promise<void> => {
  const place = await deps.store.organizations.firstEnvironment('development')
  if (!place) return
  await change(deps, { id: 'operator', type: 'user', orgId: place.orgId }, async (tx) => {
    const first = await tx.milestones.reach(`key:${hashKey(raw)}`)
    if (!first || (await tx.apiKeys.exists(hashKey(raw)))) return { result: {}, audit: [] }
    const key = await issueKey(deps, tx, raw, {
      orgId: place.orgId,
      environmentId: place.environmentId,
      type: 'server',
      description: 'Server key from BUNTING_BOOTSTRAP_SERVER_KEY',
      createdBy: 'operator',
      ownerId: null,
    })
    return {
      result: {},
      audit: [apiKeyCreated(place.projectId, key)],
      publish: { environments: [place.environmentId], keys: [key.id] },
    }
  })
}
