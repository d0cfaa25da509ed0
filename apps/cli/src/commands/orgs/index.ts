import type { Group } from '../../core/command.ts'
import { createOrganization } from './create.ts'
import { listOrganizations } from './list.ts'
import { updateOrganization } from './update.ts'

export const orgs: Group = {
  name: 'orgs',
  summary: 'Organizations, for the operator of the server (BUNTING_ADMIN_TOKEN)',
  commands: [listOrganizations, createOrganization, updateOrganization],
}
