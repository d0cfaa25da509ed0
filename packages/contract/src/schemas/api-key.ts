import { z } from 'zod'
import type { ApiKeyId } from '../ids.ts'
import { id, timestamp } from './common.ts'

export const apiKeyTypeSchema = z.enum(['server', 'client'])
export const scopeSchema = z.enum(['evaluate', 'read', 'edit', 'admin', 'manage', 'telemetry']).meta({
  description:
    '`evaluate` flags; of the Management API `read`, `edit` (flags, configs and proposals) and `admin` (everything else), each by itself, or `manage`, which is all three; send `telemetry`.',
})
export type ApiKeyType = z.infer<typeof apiKeyTypeSchema>
export type Scope = z.infer<typeof scopeSchema>

export const createdApiKeySchema = z
  .object({
    id: id('key'),
    key: z.string().meta({ description: 'The raw secret. It is shown this once: only its SHA-256 is stored.' }),
    keyPrefix: z.string(),
    type: apiKeyTypeSchema,
    expiresAt: timestamp.optional().meta({ description: 'Where it was set.' }),
  })
  .meta({ id: 'CreatedApiKey' })

export const rotatedApiKeySchema = z
  .object({
    ...createdApiKeySchema.omit({ expiresAt: true }).shape,
    previousExpiresAt: timestamp.meta({ description: 'From then on no earlier secret works.' }),
  })
  .meta({ id: 'RotatedApiKey' })

export const apiKeySchema = z
  .object({
    id: id('key'),
    keyPrefix: z.string(),
    type: apiKeyTypeSchema,
    description: z.string(),
    scopes: z.array(scopeSchema),
    createdAt: timestamp,
    createdBy: z.string(),
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: 'To the minute, on either API.' }),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })

export const ownKeySchema = z
  .object({
    id: id('key'),
    type: apiKeyTypeSchema,
    description: z.string(),
    scopes: z.array(scopeSchema).meta({
      description: 'What it may do in this project now: never more than the person whose key it is.',
    }),
    environmentId: id('env').meta({ description: 'The environment that it evaluates, maybe of another project.' }),
  })
  .meta({ id: 'OwnKey' })

export type ApiKey = Omit<z.infer<typeof apiKeySchema>, 'id'> & { id: ApiKeyId }
