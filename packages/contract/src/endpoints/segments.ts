import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { body, description, managedBy, name, queryBoolean, segmentKey } from '../schemas/common.ts'
import { configKey } from '../schemas/conditions.ts'
import { explainSegmentBody, segmentExplanationSchema } from '../schemas/explain.ts'
import { page, paging } from '../schemas/paging.ts'
import { listedSegmentSchema, segmentSchema, segmentUsageSchema, updatedSegmentSchema } from '../schemas/segment.ts'
import { someField } from './some-field.ts'

const tag = 'Segments'

export const createSegment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/segments',
  tag,
  summary: 'Create a segment',
  description: 'It has no config yet: it can be named in an environment once it has a version there.',
  access: 'edit',
  body: body({
    key: segmentKey,
    name,
    description: description.nullable().default(null),
    unit: configKey
      .nullable()
      .default(null)
      .meta({ description: 'The attribute that its lists hold; null for the user. It never changes.' }),
    large: z.boolean().optional().meta({
      description: 'It has ids alone, and more than fit into a config: they are uploaded. It never changes.',
    }),
    keepIds: z.boolean().optional().meta({
      description: 'Of a large one: the ids are kept, to be exported, and not their hashes alone. It never changes.',
    }),
    managedBy: managedBy.nullable().optional(),
  }).check(({ value, issues }) => {
    if (value.keepIds === undefined || value.large) return
    issues.push({ code: 'custom', input: value, path: ['keepIds'], message: 'must not be given without large' })
  }),
  answers: { 201: segmentSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const listSegments = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/segments',
  tag,
  summary: 'List segments',
  description: 'Each with its latest version per environment, and how many ids its lists have instead of the ids.',
  access: 'read',
  query: z.object({
    ...paging,
    archived: queryBoolean.optional().meta({ description: 'Only archived or only active ones; both where absent.' }),
    search: z.string().max(200).optional().meta({ description: 'A part of the key or the name, in any case.' }),
  }),
  answers: { 200: page(listedSegmentSchema) },
})

export const getSegment = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/segments/{segmentKey}',
  tag,
  summary: 'Read a segment',
  access: 'read',
  answers: { 200: segmentSchema },
})

export const updateSegment = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{projectId}/segments/{segmentKey}',
  tag,
  summary: 'Update a segment',
  description:
    'Metadata only: configs change by versions and proposals. `key`, `unit`, `large` and `keepIds` never change. One that an active version names cannot be archived.',
  access: 'edit',
  body: someField(
    body({
      name: name.optional(),
      description: description.nullable().optional(),
      managedBy: managedBy.nullable().optional(),
      archived: z.boolean().optional(),
    }),
  ),
  answers: { 200: updatedSegmentSchema },
  errors: ['CONFLICT', 'IMMUTABLE_FIELD'],
})

export const listSegmentUsages = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/segments/{segmentKey}/usages',
  tag,
  summary: 'List what names a segment',
  description: 'The flags and segments whose active versions name it, by environment; archived ones are left out.',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(segmentUsageSchema) },
})

export const explainSegment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}/explain',
  tag,
  summary: 'Explain a membership',
  description: 'Whether a context is in the segment and why, rule by rule, with the active config or with a draft.',
  access: 'read',
  body: explainSegmentBody,
  bodyBytes: limits.segmentBodyBytes,
  answers: { 200: segmentExplanationSchema },
})
