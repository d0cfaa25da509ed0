import { z } from 'zod'
import type { SessionId } from '../ids.ts'
import { id, timestamp } from './common.ts'
import { email, projectRoles, roleSchema } from './member.ts'
import { planSchema } from './organization.ts'

export const sessionSchema = z
  .object({
    user: z.object({ id: id('user'), name: z.string(), email }),
    organization: z.object({ id: id('org'), name: z.string() }),
    plan: planSchema,
    role: roleSchema,
    projects: projectRoles,
  })
  .meta({ id: 'Session' })

export const openSessionSchema = z
  .object({
    id: id('sess'),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: 'To the minute.' }),
    address: z.string().optional().meta({ description: 'Where it was opened from, where that is known.' }),
    userAgent: z.string().optional().meta({ description: 'What it was opened with, where that is known.' }),
    current: z.boolean().meta({ description: 'The one that asks.' }),
  })
  .meta({ id: 'OpenSession' })

export type OpenSession = Omit<z.infer<typeof openSessionSchema>, 'id'> & { id: SessionId }

export const signInMethodsSchema = z
  .object({
    provider: z.boolean().meta({ description: 'By an identity provider: send the browser to `/api/auth/idp`.' }),
    localLink: z.boolean().meta({ description: 'By the one-time link that each start prints.' }),
  })
  .meta({ id: 'SignInMethods' })
