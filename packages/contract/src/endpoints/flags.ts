import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import {
  body,
  comment,
  description,
  flagKey,
  id,
  managedBy,
  maybeList,
  name,
  queryBoolean,
  syncWarning,
} from '../schemas/common.ts'
import { explainBody, explanationSchema } from '../schemas/explain.ts'
import {
  flagDependentSchema,
  flagFacts,
  flagKindSchema,
  flagSchema,
  flagTypeSchema,
  updatedFlagSchema,
  valueSchema,
} from '../schemas/flag.ts'
import { page, paging } from '../schemas/paging.ts'
import { proposedChangeSchema } from '../schemas/proposal.ts'
import { someField } from './some-field.ts'

const tag = 'Flags'
/** Null clears a field, except for tags: those are cleared by an empty list, and null leaves them unchanged. */
const optionalFacts = {
  tags: maybeList(flagFacts.tags),
  ownerId: flagFacts.ownerId.nullable().optional(),
  kind: flagFacts.kind.nullable().optional(),
  expectedEnd: flagFacts.expectedEnd.nullable().optional(),
  managedBy: managedBy.nullable().optional(),
}

export const createFlag = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/flags',
  tag,
  summary: 'Create a flag',
  description: 'It has no config yet: the first version in an environment makes it evaluate there.',
  access: 'edit',
  body: body({
    key: flagKey,
    name,
    type: flagTypeSchema,
    schema: valueSchema.optional(),
    description: description.nullable().default(null),
    ...optionalFacts,
    clientSafe: z.boolean().default(false),
    comment: comment.optional(),
  }),
  answers: { 201: flagSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const listFlags = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags',
  tag,
  summary: 'List flags',
  description: 'Each with its latest version per environment.',
  access: 'read',
  query: z.object({
    ...paging,
    archived: queryBoolean.optional().meta({ description: 'Only archived or only active ones; both where absent.' }),
    search: z.string().max(200).optional().meta({ description: 'A part of the key or the name, in any case.' }),
    tag: z.string().max(limits.tag).optional().meta({ description: 'Only those that have this tag.' }),
    ownerId: z.string().optional().meta({ description: 'Only those that this member looks after.' }),
    kind: flagKindSchema.optional().meta({ description: 'Only those of this kind.' }),
  }),
  answers: { 200: page(flagSchema) },
})

export const getFlag = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}',
  tag,
  summary: 'Read a flag',
  access: 'read',
  answers: { 200: flagSchema },
})

export const listFlagDependents = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/dependents',
  tag,
  summary: 'List what needs a flag',
  description:
    'The flags whose active versions have it as a prerequisite, by environment; archived ones are left out. As long as there are any it cannot be archived.',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(flagDependentSchema) },
})

export const updateFlag = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{projectId}/flags/{flagKey}',
  tag,
  summary: 'Update a flag',
  description:
    'Metadata only: configs change by versions and proposals. Null takes a fact away, and an empty list all tags. `key` and `type` never change. `archived` and `clientSafe` are for admins where a protected environment has a version of the flag; where a strict one has, each is a proposal that another person approves (202), sent apart from the rest.',
  access: 'edit',
  body: someField(
    body({
      name: name.optional(),
      description: description.nullable().optional(),
      schema: valueSchema.nullable().optional().meta({ description: 'Null removes it.' }),
      ...optionalFacts,
      clientSafe: z.boolean().optional(),
      archived: z.boolean().optional(),
      comment: comment.optional(),
    }),
  ),
  answers: {
    200: updatedFlagSchema,
    202: proposedChangeSchema,
    207: z.object({ id: id('flag'), key: z.string(), syncWarning }),
  },
  errors: ['UPGRADE_REQUIRED', 'PROPOSAL_ALREADY_PENDING', 'CONFLICT', 'IMMUTABLE_FIELD'],
})

export const explainFlag = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/explain',
  tag,
  summary: 'Explain an evaluation',
  description: 'The result for a context and why, rule by rule, with the active config or with a draft.',
  access: 'read',
  body: explainBody,
  answers: { 200: explanationSchema },
})
