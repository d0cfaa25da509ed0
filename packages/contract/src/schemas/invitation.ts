import { z } from 'zod'
import type { ActorId, InvitationId, ProjectId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { Role } from '../names.ts'
import { id, line, timestamp } from './common.ts'
import { roleSchema } from './member.ts'

/** An address as identity providers report it; they vouch for its owner. */
export const invitedEmail = line(limits.email)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address such as ada@example.com')
  .meta({ format: 'email', example: 'ada@example.com', override: { minLength: 3 } })

export const invitedProjects = z
  .record(z.string(), roleSchema)
  .refine((projects) => Object.keys(projects).length <= limits.ids, `must name at most ${limits.ids} projects`)
  .meta({
    override: { maxProperties: limits.ids },
    description: 'Roles in single projects, by their ids: there each holds instead of `role`.',
  })

export const invitationSchema = z
  .object({
    id: id('inv'),
    email: z.string().meta({ description: 'A to Z in lower case.', example: 'ada@example.com' }),
    role: roleSchema,
    projects: invitedProjects.optional(),
    createdBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'Invitation' })

export type Invitation = Omit<z.infer<typeof invitationSchema>, 'id' | 'createdBy' | 'projects'> & {
  id: InvitationId
  createdBy: ActorId
  projects?: Record<ProjectId, Role>
}
