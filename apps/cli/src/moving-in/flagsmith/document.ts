import { z } from 'zod'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Value = z.output<typeof value>

const variantState = z.object({
  id: z.number().nullish(),
  mv_fs_value_uuid: z
    .string()
    .regex(/^[0-9a-fA-F-]{32,36}$/)
    .nullish(),
  percentage_allocation: z.number().min(0).max(100),
  multivariate_feature_option: z.object({ id: z.number().nullish(), value }),
})
export type VariantState = z.output<typeof variantState>

const featureState = z.object({
  feature: z.object({ id: z.number(), name: z.string().min(1) }),
  enabled: z.boolean(),
  feature_state_value: value.optional().transform((given) => given ?? null),
  django_id: z.number().nullish(),
  featurestate_uuid: z.string().nullish(),
  feature_segment: z.object({ priority: z.number().nullish() }).nullish(),
  multivariate_feature_state_values: z.array(variantState).default([]),
})
export type FeatureState = z.output<typeof featureState>

const condition = z.object({
  operator: z.string(),
  property_: z.string().nullish(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.null()]).optional(),
})
export type Condition = z.output<typeof condition>

export type SegmentRule = { type: string; rules: SegmentRule[]; conditions: Condition[] }

const segmentRule: z.ZodType<SegmentRule> = z.object({
  type: z.string(),
  get rules() {
    return z.array(segmentRule).default([])
  },
  conditions: z.array(condition).default([]),
})

const segment = z.object({
  id: z.int(),
  name: z.string(),
  rules: z.array(segmentRule),
  feature_states: z.array(featureState).default([]),
})
export type Segment = z.output<typeof segment>

const identity = z.object({ identifier: z.string().min(1), identity_features: z.array(featureState).default([]) })

/** The document of an environment, as Flagsmith's SDKs read it. */
export const documentSchema = z.object({
  api_key: z.string().min(1),
  name: z.string().default(''),
  use_identity_composite_key_for_hashing: z.boolean().optional(),
  feature_states: z.array(featureState),
  identity_overrides: z.array(identity).nullish(),
  project: z.object({ id: z.number().optional(), segments: z.array(segment).default([]) }),
})
export type Document = z.output<typeof documentSchema>

const feature = z.object({
  id: z.number().optional(),
  name: z.string().min(1),
  description: z.string().nullish(),
  is_archived: z.boolean().nullish(),
  is_server_key_only: z.boolean().nullish(),
  default_enabled: z.boolean().nullish(),
  initial_value: value.optional(),
  tags: z.array(z.union([z.string(), z.number(), z.object({ label: z.string() })])).nullish(),
  owners: z.array(z.object({ email: z.string().optional() })).nullish(),
})
export type Feature = z.output<typeof feature>

/** The answer of the admin API for the project's flags. */
export const adminSchema = z.object({ results: z.array(feature) })
