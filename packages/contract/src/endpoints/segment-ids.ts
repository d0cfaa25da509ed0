import { z } from 'zod'
import { endpoint, uploadEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { lines } from '../lines.ts'
import { body, comment, queryBoolean, syncWarning } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { proposedIdsSchema } from '../schemas/proposal.ts'
import { changedIdsSchema, historicListVersionSchema } from '../schemas/segment.ts'
import { uploadTypes } from '../upload-types.ts'

const tag = 'Segment ids'
const path = '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}/ids'

export const changeSegmentIds = uploadEndpoint({
  method: 'POST',
  path,
  tag,
  summary: 'Upload ids to a large segment',
  description:
    'Adds, removes or replaces, all of it or nothing: a body that breaks off, or has a line that is no id, changes nothing. A line is an id (`text/plain`), a text in JSON (`application/x-ndjson`), or a row of CSV, of which `column` says which field. It may be packed (`Content-Encoding: gzip`). A body changes at most one version; one that changes nothing makes none.',
  access: 'edit',
  query: z.object({
    op: z.enum(['add', 'remove', 'replace']),
    column: z.string().min(1).max(limits.configKey).optional().meta({
      description: 'Of CSV whose first line has names. Without it there are no names, and the first column counts.',
    }),
    dryRun: queryBoolean.optional().meta({ description: 'Only counts what it would change.' }),
    propose: queryBoolean
      .optional()
      .meta({ description: 'In a protected environment: another person has to approve it.' }),
    comment: comment.optional(),
  }),
  headers: z.object({
    'If-Match': z
      .string()
      .optional()
      .meta({ description: 'The version that it changes, in quotes, `"0"` before the first; another is a 409.' }),
  }),
  upload: uploadTypes,
  answers: {
    200: changedIdsSchema,
    202: proposedIdsSchema,
    207: changedIdsSchema.extend({ syncWarning }),
  },
  errors: ['PROTECTED_ENVIRONMENT', 'UPGRADE_REQUIRED', 'CONFLICT', 'VERSION_CONFLICT', 'PROPOSAL_ALREADY_PENDING'],
})

export const containsSegmentId = endpoint({
  method: 'POST',
  path: `${path}/contains`,
  tag,
  summary: 'Ask whether an id is in a large segment',
  description: 'The id is in the body, so that no log has it.',
  access: 'read',
  body: body({ id: z.string().min(1).max(limits.segmentId) }),
  answers: { 200: z.object({ contains: z.boolean(), version: z.int().min(0) }).meta({ id: 'ContainsId' }) },
  errors: ['CONFLICT'],
})

export const exportSegmentIds = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'Export the ids of a large segment',
  description: 'Of one that keeps them, in no order. Others have hashes alone, which is a 409.',
  access: 'read',
  answers: { 200: lines('A text in JSON a line.') },
  errors: ['CONFLICT'],
})

export const listSegmentIdsVersions = endpoint({
  method: 'GET',
  path: `${path}/versions`,
  tag,
  summary: 'List the versions of a large segment',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(historicListVersionSchema) },
  errors: ['CONFLICT'],
})
