import { signInPages } from '@bunting/contract'
import { hashKey } from '../http/auth/hash-key.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { linkUs } from '../rules/access/sessions.ts'
import { join } from './joining/join.ts'
import { restoreRole } from './joining/restore-role.ts'

/** The local admin, whom only the link authenticates. */
const localAdmin = { identity: 'local', name: 'Local admin', email: null }

/** A single-use link that signs in the local admin of the first organization. Its secret is stored nowhere. */
export const makeLocalLink = async (deps: Deps): Promise<string> => {
  const { store, newSecret, nowUs, publicUrl } = deps
  const secret = newSecret()
  await store.transaction(async (tx) => {
    const organization = await tx.organizations.first()
    if (!organization) throw new Error('a started service has an organization')
    // If two processes start at once, one of them makes the local admin.
    await tx.organizations.lock(organization.id)
    await tx.signInLinks.removeExpired(nowUs())
    const admin = await join(deps, tx, { ...localAdmin, orgId: organization.id, role: 'admin' })
    await tx.signInLinks.insert({ hash: hashKey(secret), userId: admin.id, expiresUs: nowUs() + linkUs })
    await restoreRole(deps, tx, admin, 'admin')
  })
  const link = new URL(`${publicUrl}${signInPages.useLocalLink.path}`)
  link.searchParams.set('token', secret)
  return link.href
}
