import { z } from 'zod'
import type { FlagId, OrganizationId, ProjectId } from '../ids.ts'
import { id, timestamp, versionNumber } from './common.ts'
import { flagConfigSchema } from './flag-config.ts'
import { jsonObject } from './json-value.ts'

export const flagTypeSchema = z.enum(['boolean', 'string', 'number', 'json'])

/** JSON Schema 2020-12, which the values of a `json` flag have to fit. */
export const valueSchema = jsonObject.meta({
  id: 'ValueSchema',
  description:
    'JSON Schema 2020-12 that values of the flag fit, from when they are saved. At most 64 KiB; only of `json` flags.',
  override: { type: 'object', additionalProperties: true },
})

const flagVersionSchema = z
  .object({ id: id('fv'), version: versionNumber, config: flagConfigSchema, createdAt: timestamp })
  .meta({ id: 'FlagVersion' })

export const createdFlagVersionSchema = z
  .object({
    id: id('fv'),
    flagId: id('flag'),
    environmentId: id('env'),
    version: versionNumber,
    config: flagConfigSchema,
    createdAt: timestamp,
  })
  .meta({ id: 'CreatedFlagVersion' })

export const historicFlagVersionSchema = z
  .object({
    ...flagVersionSchema.shape,
    createdBy: z.string().meta({ description: "Who made it; of an approved proposal's version, the proposer." }),
    proposalId: z.string().nullable(),
    scheduleId: id('sched').optional().meta({ description: 'There where a schedule made it.' }),
    comment: z.string().optional().meta({ description: 'Why it was made, where that was said.' }),
    emergency: z
      .literal(true)
      .optional()
      .meta({ description: 'There, and true, where an admin saved it past the proposals.' }),
  })
  .meta({ id: 'HistoricFlagVersion' })

export const flagSchema = z
  .object({
    id: id('flag'),
    orgId: id('org'),
    projectId: id('proj'),
    key: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: flagTypeSchema,
    schema: valueSchema.optional().meta({ description: 'There where the flag has one.' }),
    clientSafe: z.boolean().meta({ description: 'Client keys may evaluate only flags where this is true.' }),
    archivedAt: timestamp.nullable(),
    createdAt: timestamp,
    versions: z
      .record(z.string(), flagVersionSchema)
      .meta({ description: 'The latest version per environment, by environment id.' }),
  })
  .meta({ id: 'Flag' })

export const updatedFlagSchema = flagSchema
  .pick({
    id: true,
    key: true,
    name: true,
    type: true,
    schema: true,
    clientSafe: true,
    archivedAt: true,
    createdAt: true,
  })
  .meta({ id: 'UpdatedFlag' })

export type Flag = Omit<z.infer<typeof flagSchema>, 'id' | 'orgId' | 'projectId' | 'versions'> & {
  id: FlagId
  orgId: OrganizationId
  projectId: ProjectId
}
export type FlagVersion = z.infer<typeof flagVersionSchema>
export type HistoricFlagVersion = z.infer<typeof historicFlagVersionSchema>
