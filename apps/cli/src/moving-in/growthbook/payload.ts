import { z } from 'zod'

const range = z.tuple([z.number(), z.number()])
export type Range = z.output<typeof range>

/** A condition in the style of MongoDB. It is checked when it is converted. */
const condition = z.record(z.string(), z.unknown())
export type Condition = z.output<typeof condition>

const parent = z.object({ id: z.string(), condition: condition.optional(), gate: z.boolean().optional() })
export type ParentCondition = z.output<typeof parent>

const filter = z.object({
  attribute: z.string().optional(),
  seed: z.string(),
  hashVersion: z.number().optional(),
  ranges: z.array(range),
})
export type Filter = z.output<typeof filter>

const rule = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  key: z.string().optional(),
  condition: condition.optional(),
  parentConditions: z.array(parent).optional(),
  force: z.unknown().optional(),
  coverage: z.number().optional(),
  hashAttribute: z.string().optional(),
  fallbackAttribute: z.string().optional(),
  hashVersion: z.number().optional(),
  disableStickyBucketing: z.boolean().optional(),
  bucketVersion: z.number().optional(),
  minBucketVersion: z.number().optional(),
  seed: z.string().optional(),
  range: range.optional(),
  variations: z.array(z.unknown()).optional(),
  contextualVariations: z.array(z.unknown()).optional(),
  contextualBanditRef: z.string().optional(),
  weights: z.array(z.number()).optional(),
  ranges: z.array(range).optional(),
  meta: z.array(z.object({ key: z.string().optional(), passthrough: z.boolean().optional() })).optional(),
  namespace: z.tuple([z.string(), z.number(), z.number()]).optional(),
  filters: z.array(filter).optional(),
})
export type Rule = z.output<typeof rule>

const feature = z.object({ defaultValue: z.unknown().optional(), rules: z.array(rule).default([]) })
export type Feature = z.output<typeof feature>

const groupId = z.union([z.string(), z.number()])
const savedGroup = z.union([
  z.array(groupId),
  z.object({ type: z.literal('list'), attributeKey: z.string().optional(), values: z.array(groupId) }),
  z.object({ type: z.literal('condition'), condition }),
])

const bandit = z.object({
  contexts: z.array(z.object({ condition: condition.optional(), weights: z.array(z.number()) })).default([]),
})

/** Refuses encrypted parts: the plain part beside one is empty, so the import would silently find nothing. */
const decryptedFirst = z.string().max(0, 'must be decrypted first').nullish()

/** The payload of an environment, as GrowthBook's SDKs read it. */
export const payloadSchema = z.object({
  encryptedFeatures: decryptedFirst,
  encryptedExperiments: decryptedFirst,
  encryptedSavedGroups: decryptedFirst,
  encryptedContextualBandits: decryptedFirst,
  features: z.record(z.string(), feature).default({}),
  savedGroups: z.record(z.string(), savedGroup).default({}),
  contextualBandits: z.record(z.string(), bandit).default({}),
  experiments: z.array(z.unknown()).default([]),
})
export type Payload = z.output<typeof payloadSchema>

const adminFeature = z.object({
  id: z.string().min(1),
  description: z.string().nullish(),
  archived: z.boolean().nullish(),
  owner: z.string().nullish(),
  valueType: z.string().nullish(),
  defaultValue: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  rules: z
    .array(z.object({ scheduleRules: z.array(z.object({ timestamp: z.string().nullish() })).nullish() }))
    .nullish(),
})
export type AdminFeature = z.output<typeof adminFeature>

/** The answer of the admin API for the features. */
export const adminSchema = z.object({ features: z.array(adminFeature) })
