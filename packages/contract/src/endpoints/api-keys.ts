import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { apiKeySchema, apiKeyTypeSchema, createdApiKeySchema, scopeSchema } from '../schemas/api-key.ts'
import { body, id, line, list, syncWarning, timestamp } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'API keys'
const revoked = { id: id('key'), revokedAt: timestamp }

export const createApiKey = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/api-keys',
  tag,
  summary: 'Create an API key',
  description:
    'A server key may do everything in its organization, a client key only evaluate client-safe flags and send telemetry, unless `scopes` says less. The raw key is in this answer and nowhere else.',
  access: 'admin',
  body: body({
    type: apiKeyTypeSchema,
    description: line(limits.description).regex(/\S/, 'must not be empty'),
    scopes: list(scopeSchema, scopeSchema.options.length, 1).optional(),
  }).refine((key) => key.type !== 'client' || !key.scopes?.includes('manage'), {
    path: ['scopes'],
    message: 'must not have manage on a client key, which is public',
  }),
  answers: {
    201: createdApiKeySchema,
    207: z.object({ ...createdApiKeySchema.shape, syncWarning }),
  },
})

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/api-keys',
  tag,
  summary: 'List API keys',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(apiKeySchema) },
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{projectId}/environments/{envId}/api-keys/{keyId}',
  tag,
  summary: 'Revoke an API key',
  description: 'For good. Revoking it again gives the same answer.',
  access: 'admin',
  answers: { 200: z.object(revoked), 207: z.object({ ...revoked, syncWarning }) },
})
