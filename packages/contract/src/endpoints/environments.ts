import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, color, count, id, name, slug, syncWarning, timestamp } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { environmentSchema } from '../schemas/project.ts'
import { proposedChangeSchema } from '../schemas/proposal.ts'
import { someField } from './some-field.ts'

const tag = 'Environments'
const protection = z.boolean()
const strictness = z.boolean().meta({
  description:
    'Nobody archives a flag with a version here, changes its `clientSafe` or takes the protection off alone. Needs `protected` and the Enterprise plan.',
})

const emergency = z.boolean().meta({
  description: 'Whether an admin may save a config past the proposals, with `emergency` and a `comment`.',
})

/** Checks a body that sets both fields. If it sets only one, that is compared with the stored one elsewhere. */
const agree = <Schema extends z.ZodType<{ protected?: boolean | undefined; strict?: boolean | undefined }>>(
  schema: Schema,
): Schema =>
  schema.refine((fields) => fields.strict !== true || fields.protected !== false, {
    path: ['strict'],
    message: 'needs protected to be true',
  })

export const createEnvironment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments',
  tag,
  summary: 'Create an environment',
  description:
    'With `copyFrom` it starts with what that environment has: the latest config there of each flag and segment that is not archived, as version 1. Keys, proposals and schedules stay where they are.',
  access: 'admin',
  body: agree(
    body({
      name,
      slug,
      color: color.default('#6B7280'),
      protected: protection.default(false),
      strict: strictness.default(false),
      emergency: emergency.default(false),
      copyFrom: id('env').optional().meta({ description: 'An environment of the project.' }),
    }),
  ),
  answers: { 201: environmentSchema, 207: z.object({ ...environmentSchema.shape, syncWarning }) },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const listEnvironments = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments',
  tag,
  summary: 'List environments',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(environmentSchema) },
})

export const getEnvironment = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}',
  tag,
  summary: 'Read an environment',
  access: 'read',
  answers: { 200: environmentSchema },
})

export const getEnvironmentActivity = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/activity',
  tag,
  summary: 'Read when an environment was last asked',
  description:
    'Beyond the service document. By whatever asks the Delivery API with a key of it: an SDK, OFREP, a plain request. Known to the minute, some seconds after.',
  access: 'read',
  answers: { 200: z.object({ environmentId: id('env'), lastAskedAt: timestamp.nullable() }) },
})

export const updateEnvironment = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{projectId}/environments/{envId}',
  tag,
  summary: 'Update an environment',
  description:
    "Taking the protection off rejects the environment's pending proposals, and takes `strict` off. Where it is strict, a change of `protected` or `strict`, or turning `emergency` on, is a proposal that another person approves (202), sent apart from the rest.",
  access: 'admin',
  body: agree(
    someField(
      body({
        name: name.optional(),
        color: color.optional(),
        protected: protection.optional(),
        strict: strictness.optional(),
        emergency: emergency.optional(),
      }),
    ),
  ),
  answers: { 200: environmentSchema, 202: proposedChangeSchema },
  errors: ['UPGRADE_REQUIRED', 'PROPOSAL_ALREADY_PENDING', 'CONFLICT'],
})

const synced = { environmentId: id('env'), flagCount: count, syncedAt: timestamp }

export const syncEnvironment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/sync',
  tag,
  summary: 'Refresh the edge cache',
  description:
    'Publishes the environment’s bundle again. Changes do this by themselves, and are retried until it worked.',
  access: 'edit',
  answers: { 200: z.object(synced), 207: z.object({ ...synced, syncWarning }) },
})
