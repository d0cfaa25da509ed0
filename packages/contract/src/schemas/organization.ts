import { z } from 'zod'
import type { OrganizationId } from '../ids.ts'
import { plans } from '../names.ts'
import { id, timestamp } from './common.ts'
import { createdProjectSchema } from './project.ts'

export const planSchema = z.enum(plans)

export const organizationSchema = z
  .object({ id: id('org'), name: z.string(), plan: planSchema, createdAt: timestamp })
  .meta({ id: 'Organization' })

export const createdOrganizationSchema = z
  .object({
    id: id('org'),
    name: z.string(),
    plan: planSchema,
    project: createdProjectSchema,
    key: z.string().meta({ description: "A raw server key of the project's `development` environment, shown once." }),
  })
  .meta({ id: 'CreatedOrganization' })

export type Organization = Omit<z.infer<typeof organizationSchema>, 'id'> & { id: OrganizationId }
