import { z } from 'zod'
import type { EnvironmentId, OrganizationId, ProjectId } from '../ids.ts'
import { id, timestamp } from './common.ts'

export const environmentSchema = z
  .object({
    id: id('env'),
    name: z.string(),
    slug: z.string(),
    color: z.string().meta({ example: '#15877A' }),
    protected: z.boolean().meta({
      description: 'When true, direct config updates are refused and proposals are used.',
    }),
    strict: z.boolean().optional().meta({
      description:
        'There where it is true: nobody archives a flag, changes its `clientSafe` or takes the protection off alone, admins included.',
    }),
    emergency: z.boolean().optional().meta({
      description: 'There where it is true: although it is protected, an admin may save a config with `emergency`.',
    }),
  })
  .meta({ id: 'Environment' })

export const projectSchema = z
  .object({
    id: id('proj'),
    orgId: id('org'),
    name: z.string(),
    slug: z.string(),
    environmentOrder: z.array(id('env')).optional().meta({
      description: 'There where it was set: the ids of environments, in the order people want. Others come last.',
    }),
    codeLines: z.boolean().optional().meta({
      description: 'There where it is true: lines of code that come with code references are kept, and shown.',
    }),
    createdAt: timestamp,
  })
  .meta({ id: 'Project' })

export const createdProjectSchema = z
  .object({ ...projectSchema.shape, environments: z.array(environmentSchema) })
  .meta({ id: 'CreatedProject' })

export type Environment = Omit<z.infer<typeof environmentSchema>, 'id'> & { id: EnvironmentId }
export type Project = Omit<z.infer<typeof projectSchema>, 'id' | 'orgId' | 'environmentOrder'> & {
  id: ProjectId
  orgId: OrganizationId
  environmentOrder?: EnvironmentId[]
}

/** The environments of a new project. */
export const seededEnvironments = [
  { name: 'Production', slug: 'production', color: '#CF4526' },
  { name: 'Staging', slug: 'staging', color: '#C98F12' },
  { name: 'Development', slug: 'development', color: '#15877A' },
] as const
