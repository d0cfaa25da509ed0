import { z } from 'zod'
import type { EnvironmentId, FlagId, OrganizationId, ProjectId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { id, line, list, managedBy, timestamp, versionNumber } from './common.ts'
import { flagConfigSchema, flagValue } from './flag-config.ts'
import { jsonObject } from './json-value.ts'
import { date } from './usage.ts'

export const flagTypeSchema = z.enum(['boolean', 'string', 'number', 'json'])

export const flagKindSchema = z.enum(['release', 'experiment', 'operational', 'permission'])
/** The purpose of a flag. */
export type FlagKind = z.infer<typeof flagKindSchema>

const tag = line(limits.tag).regex(/^\S(.*\S)?$/u, 'must not be empty, nor begin or end with a space')

/** Fields by which people find and sort flags. */
export const flagFacts = {
  tags: list(tag, limits.tags)
    .refine((tags) => new Set(tags).size === tags.length, 'must not name a tag twice')
    .meta({ description: 'In the order they are given.' }),
  ownerId: id('user').meta({ description: 'The member who looks after it.' }),
  kind: flagKindSchema.meta({ description: 'What it is for.' }),
  expectedEnd: date.meta({ description: 'The day by which it should be gone from the code.' }),
}

/** JSON Schema 2020-12 for the values of a `json` flag. */
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

export const placedFlagVersionSchema = z
  .object({ ...historicFlagVersionSchema.shape, environmentId: id('env') })
  .meta({ id: 'PlacedFlagVersion' })

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
    tags: z.array(z.string()).optional().meta({ description: 'There where it has any.' }),
    ownerId: flagFacts.ownerId.optional(),
    kind: flagFacts.kind.optional(),
    expectedEnd: flagFacts.expectedEnd.optional(),
    managedBy: managedBy.optional(),
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
    tags: true,
    ownerId: true,
    kind: true,
    expectedEnd: true,
    managedBy: true,
    clientSafe: true,
    archivedAt: true,
    createdAt: true,
  })
  .meta({ id: 'UpdatedFlag' })

export const flagDependentSchema = z
  .object({
    environmentId: id('env'),
    flagKey: z.string(),
    name: z.string(),
    values: z.array(flagValue).meta({ description: 'The answers that it needs, of which one will do.' }),
    enabled: z.boolean().meta({ description: 'Whether it is on there itself.' }),
    defaultValue: flagValue.meta({ description: 'What it answers everybody to whom none of them is given.' }),
  })
  .meta({ id: 'FlagDependent', description: 'A flag that has another as a prerequisite.' })

export type Flag = Omit<z.infer<typeof flagSchema>, 'id' | 'orgId' | 'projectId' | 'versions' | 'ownerId'> & {
  id: FlagId
  orgId: OrganizationId
  projectId: ProjectId
  ownerId?: UserId
}
export type FlagVersion = z.infer<typeof flagVersionSchema>
export type HistoricFlagVersion = z.infer<typeof historicFlagVersionSchema>
export type PlacedFlagVersion = Omit<z.infer<typeof placedFlagVersionSchema>, 'environmentId'> & {
  environmentId: EnvironmentId
}
