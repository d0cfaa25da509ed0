import { z } from 'zod'
import type { ApiKeyId } from '../ids.ts'
import { id, timestamp } from './common.ts'

export const apiKeyTypeSchema = z.enum(['server', 'client'])
export const scopeSchema = z.enum(['evaluate', 'manage', 'telemetry'])
export type ApiKeyType = z.infer<typeof apiKeyTypeSchema>
export type Scope = z.infer<typeof scopeSchema>

export const createdApiKeySchema = z
  .object({
    id: id('key'),
    key: z.string().meta({ description: 'The raw secret. It is shown this once: only its SHA-256 is stored.' }),
    keyPrefix: z.string(),
    type: apiKeyTypeSchema,
  })
  .meta({ id: 'CreatedApiKey' })

export const apiKeySchema = z
  .object({
    id: id('key'),
    keyPrefix: z.string(),
    type: apiKeyTypeSchema,
    description: z.string(),
    scopes: z.array(scopeSchema),
    createdAt: timestamp,
    createdBy: z.string(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })

export type ApiKey = Omit<z.infer<typeof apiKeySchema>, 'id'> & { id: ApiKeyId }
