import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { rawKey } from '../../rules/access/api-keys.ts'
import { createOrganizationWithDefaults } from './create-organization-with-defaults.ts'

export const createOrganization = handle(endpoints.createOrganization, async (ctx) => {
  const key = rawKey('server', ctx.newKeySecret())
  const { id, name, plan, project } = await createOrganizationWithDefaults(ctx, { ...ctx.body, rawKey: key })
  return { id, name, plan, project, key }
})
