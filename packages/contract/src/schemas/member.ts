import { z } from 'zod'
import type { UserId } from '../ids.ts'
import { id, timestamp } from './common.ts'

/** From the least to the most allowed. */
export const roles = ['viewer', 'editor', 'admin'] as const
export const roleSchema = z.enum(roles).meta({
  description: '`viewer` reads; `editor` also changes flags, configs and proposals; `admin` also everything else.',
})
export type Role = (typeof roles)[number]

/** The local admin, who comes by the link that the start prints, has none. */
export const email = z.string().nullable().meta({ example: 'ada@example.com' })

export const memberSchema = z
  .object({
    id: id('user'),
    name: z.string(),
    email,
    role: roleSchema,
    createdAt: timestamp,
    keys: z.int().optional().meta({ description: 'How many keys would end with them; left out where none would.' }),
  })
  .meta({ id: 'Member' })

export type Member = Omit<z.infer<typeof memberSchema>, 'id'> & { id: UserId }
