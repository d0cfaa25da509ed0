import { z } from 'zod'
import { id } from './common.ts'
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

export const signInMethodsSchema = z
  .object({
    provider: z.boolean().meta({ description: 'By an identity provider: send the browser to `/api/auth/idp`.' }),
    localLink: z.boolean().meta({ description: 'By the one-time link that each start prints.' }),
  })
  .meta({ id: 'SignInMethods' })
