import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, color, id, name, slug, syncWarning, timestamp } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { environmentSchema } from '../schemas/project.ts'
import { someField } from './some-field.ts'

const tag = 'Environments'
const protection = z.boolean()

export const createEnvironment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments',
  tag,
  summary: 'Create an environment',
  access: 'admin',
  body: body({ name, slug, color: color.default('#6B7280'), protected: protection.default(false) }),
  answers: { 201: environmentSchema },
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

export const updateEnvironment = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{projectId}/environments/{envId}',
  tag,
  summary: 'Update an environment',
  description: "Taking the protection off rejects the environment's pending proposals.",
  access: 'admin',
  body: someField(body({ name: name.optional(), color: color.optional(), protected: protection.optional() })),
  answers: { 200: environmentSchema },
})

const synced = { environmentId: id('env'), flagCount: z.int(), syncedAt: timestamp }

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
