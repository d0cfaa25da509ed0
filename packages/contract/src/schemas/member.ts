import { z } from 'zod'
import type { UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { roles } from '../names.ts'
import { count, id, timestamp } from './common.ts'

export const roleSchema = z.enum(roles).meta({
  description: '`viewer` reads; `editor` also changes flags, configs and proposals; `admin` also everything else.',
})

/** Null for the local admin, who signs in with the link that the server prints at its start. */
export const email = z.string().nullable().meta({ example: 'ada@example.com' })

/** Present if a member has other roles in some projects. */
export const projectRoles = z.record(z.string(), roleSchema).optional().meta({
  description: 'Roles in single projects, by their ids: there each holds instead of `role`. Only where there are any.',
})

export const memberSchema = z
  .object({
    id: id('user'),
    name: z.string(),
    email,
    role: roleSchema,
    projects: projectRoles,
    createdAt: timestamp,
    keys: count
      .min(1)
      .optional()
      .meta({ description: 'How many keys would end with them; left out where none would.' }),
  })
  .meta({ id: 'Member' })

export type Member = Omit<z.infer<typeof memberSchema>, 'id'> & { id: UserId }

const entries = (projects: object): number => Object.keys(projects).length

/** Changes of roles in single projects; null removes one. */
export const projectRolesChange = z
  .record(z.string(), roleSchema.nullable())
  .refine((projects) => entries(projects) > 0, 'must name at least one project')
  .refine((projects) => entries(projects) <= limits.ids, `must name at most ${limits.ids} projects`)
  .meta({
    override: { minProperties: 1, maxProperties: limits.ids },
    description:
      'Roles in single projects, by their ids; null takes one away, so that `role` holds there again. Projects that are not named stay as they are.',
  })
