import { z } from 'zod'
import { body, description, flagKey, name, timestamp } from './common.ts'
import { valueSchema } from './flag.ts'
import { flagValue } from './flag-config.ts'

/** The types of OpenFeature's manifest. Its API specification has no `float`, but its command line sends and accepts it. */
const manifestTypes = ['boolean', 'string', 'integer', 'float', 'object'] as const
export type ManifestType = (typeof manifestTypes)[number]

const type = z.enum(manifestTypes)

const manifestFlagSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    type: type.meta({
      description: 'Of a number flag: `integer` where every value that it has anywhere is whole, else `float`.',
    }),
    description: z.string().nullable(),
    defaultValue: flagValue.meta({
      description:
        'That of the first environment, in order, that is not protected and has a version; else `false`, an empty text, 0 or `{}`.',
    }),
    schema: valueSchema.optional().meta({
      description:
        "There where a json flag has one: what its schema says by `type`, `properties`, `required`, `items` and `additionalProperties`. OpenFeature's document does not have it yet.",
    }),
  })
  .meta({ id: 'ManifestFlag' })
export type ManifestFlag = z.infer<typeof manifestFlagSchema>

export const manifestSchema = z.object({ flags: z.array(manifestFlagSchema) }).meta({ id: 'Manifest' })

export const manifestFlagAnswer = z
  .object({ flag: manifestFlagSchema, updatedAt: timestamp })
  .meta({ id: 'ManifestFlagAnswer' })

export const manifestArchiveAnswer = z
  .object({ message: z.string(), archivedAt: timestamp.nullable() })
  .meta({ id: 'ManifestArchiveAnswer' })

const flagFields = { key: flagKey, type, description: description.nullable().default(null) }

export const newManifestFlagBody = body({
  ...flagFields,
  name: name.optional().meta({ description: 'The key where it is left out.' }),
  defaultValue: flagValue,
}).meta({ id: 'NewManifestFlagBody' })

export const manifestFlagBody = body({
  ...flagFields,
  name: name.optional().meta({ description: 'It stays as it is where it is left out.' }),
  defaultValue: flagValue.optional().meta({ description: 'It stays as it is where it is left out.' }),
}).meta({ id: 'ManifestFlagBody' })

export const manifestErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      status: z.int().min(400),
      details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'ManifestError' })
export type ManifestError = z.infer<typeof manifestErrorSchema>
