import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { organizationUpdated } from '../../rules/audit/audit.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'

export const updateOrganization = handle(endpoints.updateOrganization, (ctx) =>
  change(ctx, { id: 'operator', type: 'user', orgId: ctx.organization.id }, async (tx) => {
    const before = await tx.organizations.lock(ctx.organization.id)
    const changed = changedFields(before, ctx.body)
    if (Object.keys(changed).length === 0) return { result: before, audit: [] }
    const organization = await tx.organizations.update(before.id, changed)
    return { result: organization, audit: [organizationUpdated(organization, changed, ctx.caller)] }
  }),
)
