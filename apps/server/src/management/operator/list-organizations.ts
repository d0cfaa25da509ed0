import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listOrganizations = handle(endpoints.listOrganizations, (ctx) => ctx.store.organizations.list(ctx.query))
