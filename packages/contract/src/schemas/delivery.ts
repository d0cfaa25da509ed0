import { z } from 'zod'
import { limits } from '../limits.ts'
import { id, versionNumber } from './common.ts'
import { exposureSchema } from './experiment.ts'
import { contextSchema, evaluationResultSchema } from './explain.ts'
import { flagTypeSchema } from './flag.ts'
import { flagConfigSchema, flagValue } from './flag-config.ts'
import { segmentConfigSchema } from './segment-config.ts'

// Delivery reads bodies and writes answers by hand, for speed. These describe both, and the tests hold it to them.

const flagKey = z.string().meta({ example: 'new-checkout' })

export const evaluateBody = z.object({ flagKey, context: contextSchema }).meta({ id: 'EvaluateBody' })

export const evaluationSchema = z
  .strictObject({ flagKey, ...evaluationResultSchema.shape, requestId: z.string() })
  .meta({ id: 'Evaluation' })

const noResult = { value: z.null(), reason: z.literal('ERROR') }

export const evaluationUnavailable = z.strictObject({ flagKey, ...noResult }).meta({ id: 'EvaluationUnavailable' })

export const evaluateBulkBody = z
  .object({
    flags: z.array(flagKey).min(1).max(100),
    context: contextSchema,
    exposures: z.boolean().optional().meta({
      description:
        'Whether the answer has tokens, to tell by `/v1/track` that somebody got a variant under experiment.',
    }),
  })
  .meta({ id: 'EvaluateBulkBody' })

const meta = {
  environmentId: z.string(),
  evaluatedAt: z.string(),
  cacheAge: z.number().min(0).meta({ description: 'Of the bundle, in seconds.' }),
}

export const bulkEvaluationSchema = z
  .strictObject({
    results: z.record(flagKey, evaluationResultSchema),
    exposures: z
      .record(flagKey, z.string())
      .optional()
      .meta({ description: 'Where they were asked for: a token for each flag whose use exposes to an experiment.' }),
    meta: z.strictObject({ ...meta, requestId: z.string() }),
  })
  .meta({ id: 'BulkEvaluation' })

export const bulkEvaluationUnavailable = z
  .strictObject({ results: z.record(flagKey, z.strictObject(noResult)), meta: z.strictObject(meta) })
  .meta({ id: 'BulkEvaluationUnavailable' })

const bundleFlag = z.strictObject({
  id: id('flag'),
  type: flagTypeSchema,
  clientSafe: z.boolean(),
  config: flagConfigSchema,
  experiment: z
    .strictObject({ ruleId: z.string(), exposure: exposureSchema })
    .optional()
    .meta({ description: 'The rule under experiment, and what exposes a unit to it. There while one runs.' }),
})
const largeList = z
  .strictObject({
    list: z.string(),
    version: z.int().min(0),
    size: z.int().min(0),
    salt: z.string().meta({ description: '16 bytes as base64url, hashed before each unit.' }),
    sha256: z.string().meta({ description: 'Over all hashes of the version in order, in hexadecimal.' }),
  })
  .meta({ id: 'LargeList', description: 'A list that the bundle does not hold: see `/v1/lists/{listId}`.' })

const bundleSegment = z.strictObject({
  unit: z.string().nullable(),
  config: segmentConfigSchema.optional().meta({ description: 'Of every segment that is not large.' }),
  large: largeList.optional(),
})
const revision = z.int().min(0)
const bundleHead = {
  format: z.int().min(2).max(2).meta({ description: 'What an engine has to know to read it.' }),
  environmentId: id('env'),
}

export const bundleSchema = z
  .strictObject({
    ...bundleHead,
    revision,
    flags: z.record(flagKey, bundleFlag),
    segments: z.record(z.string(), bundleSegment).meta({ description: 'Those that the flags need, each once.' }),
  })
  .meta({ id: 'Bundle' })

export const bundlePatchSchema = z
  .strictObject({
    ...bundleHead,
    from: revision.meta({ description: 'The revision that it is for: no other can be brought up to date by it.' }),
    revision: revision.meta({ description: 'The revision that the bundle then has.' }),
    flags: z
      .record(flagKey, bundleFlag.nullable())
      .meta({ description: 'As they are now; null for one that is gone.' }),
    segments: z
      .record(z.string(), bundleSegment.nullable())
      .meta({ description: 'As they are now; null for one that no flag needs any more.' }),
  })
  .meta({
    id: 'BundlePatch',
    examples: [
      {
        format: 2,
        environmentId: 'env_0a1b2c3d',
        from: 1767225600004,
        revision: 1767225600005,
        flags: {
          'new-checkout': {
            id: 'flag_0a1b2c3d',
            type: 'boolean',
            clientSafe: false,
            config: { version: 2, enabled: true, defaultValue: true, rules: [] },
          },
          'old-checkout': null,
        },
        segments: {},
      },
    ],
  })

export const ofrepBody = z
  .object({
    context: z
      .looseObject({ targetingKey: z.string().max(limits.attributeText).nullable().optional() })
      .meta({ description: '`targetingKey` is the `userId`; every other text, number or boolean is an attribute.' }),
  })
  .meta({ id: 'OfrepBody' })

export const ofrepFlagSchema = z
  .strictObject({
    key: flagKey,
    value: flagValue.meta({
      description: 'Of a flag that has any fractional number, every number is written with a fraction (`4.0`).',
    }),
    reason: z.enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'DISABLED']),
    variant: z.string().meta({
      description:
        "The variant's key; where it has none, the value's text, or of a JSON value the rule's id, else `default`.",
    }),
    metadata: z
      .strictObject({
        version: versionNumber,
        ruleId: z.string().optional(),
        flagSetId: id('env'),
        contextId: z.string().optional(),
      })
      .meta({
        description: 'By the names of OpenFeature: the environment is the flag set, `contextId` the `targetingKey`.',
      }),
  })
  .meta({ id: 'OfrepFlag' })

const eventStream = z.strictObject({ type: z.literal('sse'), endpoint: z.strictObject({ requestUri: z.string() }) })

export const ofrepFlagsSchema = z
  .strictObject({ flags: z.array(ofrepFlagSchema), eventStreams: z.array(eventStream) })
  .meta({ id: 'OfrepFlags' })

export const ofrepErrorSchema = z
  .strictObject({
    key: z.string().optional(),
    errorCode: z.enum(['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL']),
    errorDetails: z.string(),
  })
  .meta({ id: 'OfrepError' })
