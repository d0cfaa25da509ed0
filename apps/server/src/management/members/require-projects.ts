import { fail, type OrganizationId } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'

export const requireProjects = async (tx: Tables, orgId: OrganizationId, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  if ((await tx.projects.ownedBy(orgId, ids)).length < ids.length) {
    fail('RESOURCE_NOT_FOUND', 'There is no such project.')
  }
}
