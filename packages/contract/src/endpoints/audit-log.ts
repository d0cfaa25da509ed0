import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { actorSchema, auditLogEntrySchema } from '../schemas/audit-log.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'Audit log'

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/audit-log',
  tag,
  summary: 'List audit entries',
  description: 'The Free plan sees the last 7 days, the others everything.',
  access: 'read',
  query: z.object({
    ...paging,
    resourceType: z.string().optional().meta({ example: 'flag' }),
    resourceId: z.string().optional(),
  }),
  answers: { 200: page(auditLogEntrySchema) },
})

const idList = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
  .refine((ids) => ids.length >= 1 && ids.length <= limits.ids, `must name 1 to ${limits.ids} ids, comma-separated`)
  .meta({ description: `1 to ${limits.ids} actor ids, comma-separated.`, override: { type: 'string' } })

export const listActors = endpoint({
  method: 'GET',
  path: '/v1/actors',
  tag,
  summary: 'Name actors',
  description: 'Who stands behind the ids of audit entries, versions and proposals. Unknown ids are left out.',
  access: 'read',
  query: z.object({ ids: idList }),
  answers: { 200: z.object({ items: z.array(actorSchema) }) },
})
