import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { rawKey } from '../../rules/api-keys.ts'
import { foundOrganization } from './found-organization.ts'

export const createOrganization = handle(endpoints.createOrganization, async (ctx) => {
  const key = rawKey('server', ctx.newKeySecret())
  const { id, name, plan, project } = await foundOrganization(ctx, { ...ctx.body, rawKey: key })
  return { id, name, plan, project, key }
})
