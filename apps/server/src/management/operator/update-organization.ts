import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const updateOrganization = handle(endpoints.updateOrganization, (ctx) =>
  ctx.store.transaction((tx) => tx.organizations.update(ctx.organization.id, ctx.body)),
)
