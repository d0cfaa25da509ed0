import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { lines } from '../lines.ts'
import { actorSchema, auditLogEntrySchema } from '../schemas/audit-log.ts'
import { count, id } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { ascends, ascendsMessage, span } from '../schemas/span.ts'

const tag = 'Audit log'

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/audit-log',
  tag,
  summary: 'List audit entries',
  description:
    "The project's own, and those that concern the whole organization. The Free plan sees the last 7 days, the others everything.",
  access: 'read',
  query: z
    .object({
      ...paging,
      resourceType: z.string().optional().meta({ example: 'flag' }),
      resourceId: z.string().optional(),
      actorId: z.string().optional().meta({ description: 'Of this key or user, or of the `operator`.' }),
      action: z.string().optional().meta({ description: 'An action, or how it begins.', example: 'flag.proposal' }),
      ...span,
      environmentId: z.string().optional().meta({ description: 'About this environment of the project.' }),
    })
    .refine(ascends, ascendsMessage),
  answers: { 200: page(auditLogEntrySchema) },
})

export const verifyAuditLog = endpoint({
  method: 'GET',
  path: '/v1/audit-log/verify',
  tag,
  summary: 'Verify the audit log',
  description:
    'Beyond the service document. Each entry has a hash over itself and the one before it in its organization. This goes through all of them, and through what the service remembers of the newest.',
  access: 'admin',
  answers: {
    200: z.object({
      ok: z.boolean(),
      entries: count.meta({ description: 'How many the organization has.' }),
      firstBroken: id('al').optional().meta({
        description:
          'The first entry that does not fit: it was changed, or something before it was changed, removed or put in. Where entries at the end are missing, the newest of them.',
      }),
    }),
  },
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/v1/audit-log/export',
  tag,
  summary: 'Export the audit log',
  description:
    'Beyond the service document. Every entry of the organization, oldest first. The Free plan sees the last 7 days. A line\'s `hash` is the SHA-256 of the line without it (`,"hash":"…"` left out), so that a file can be verified by itself.',
  access: 'admin',
  query: z.object(span).refine(ascends, ascendsMessage),
  answers: {
    200: lines(
      'A JSON object a line: the fields of an AuditLogEntry, and `projectId` and `environmentId` (or null), `seq`, `previousHash` (null for the first) and `hash`.',
    ),
  },
})

const idList = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
  .refine((ids) => ids.length >= 1 && ids.length <= limits.ids, `must name 1 to ${limits.ids} ids, comma-separated`)
  .meta({ description: `1 to ${limits.ids} actor ids, comma-separated.`, override: { type: 'string', minLength: 1 } })

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
