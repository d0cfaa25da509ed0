import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import {
  apiKeySchema,
  apiKeyTypeSchema,
  createdApiKeySchema,
  ownKeySchema,
  rotatedApiKeySchema,
  scopeSchema,
} from '../schemas/api-key.ts'
import { body, id, line, list, maybeList, syncWarning, timestamp } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'API keys'
const revoked = { id: id('key'), revokedAt: timestamp }
/** Scopes that a client key must not have: it is public, so it must not be able to manage anything. */
const notForClients = ['read', 'edit', 'admin', 'manage']

export const createApiKey = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/api-keys',
  tag,
  summary: 'Create an API key',
  description:
    'A server key may do everything in its organization, a client key only evaluate client-safe flags and send telemetry, unless `scopes` says less. Nobody gives a key more of the Management API than they have themselves, and a key never does more there than the person whose key it is may do at that moment. The raw key is in this answer and nowhere else.',
  access: 'admin',
  body: body({
    type: apiKeyTypeSchema,
    description: line(limits.description).regex(/\S/, 'must not be empty'),
    scopes: maybeList(list(scopeSchema, scopeSchema.options.length, 1)),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z, or null' })
      .nullable()
      .optional()
      .meta({ description: 'From then on it is refused; null or left out: never.' }),
  }).refine((key) => key.type !== 'client' || !key.scopes?.some((scope) => notForClients.includes(scope)), {
    path: ['scopes'],
    message: `must not have ${notForClients.join(', ')} on a client key, which is public`,
  }),
  answers: {
    201: createdApiKeySchema,
    207: z.object({ ...createdApiKeySchema.shape, syncWarning }),
  },
  errors: ['UPGRADE_REQUIRED'],
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

export const getOwnKey = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/api-key',
  tag,
  summary: 'Read the API key of the request',
  description: 'What the key that asks may do in this project. With a session there is none, which is a 404.',
  access: 'read',
  answers: { 200: ownKeySchema },
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

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/api-keys/{keyId}/rotate',
  tag,
  summary: 'Give an API key a new secret',
  description:
    'The same key: its id, description, scopes and end stay. Earlier secrets work for `overlapSeconds` more at most, so that whatever uses them can be changed meanwhile. A key that is revoked or expired cannot be rotated.',
  access: 'admin',
  body: body({
    overlapSeconds: z
      .int()
      .min(0)
      .max(limits.overlapSeconds)
      .default(86_400)
      .meta({ description: 'With 0 every earlier secret is refused at once.' }),
  }),
  bodyOptional: true,
  answers: {
    201: rotatedApiKeySchema,
    207: z.object({ ...rotatedApiKeySchema.shape, syncWarning }),
  },
  errors: ['CONFLICT'],
})
