import { z } from 'zod'

/** The answer of /api/client/features, which SDKs read; only the fields that affect evaluation. */
const constraint = z.object({
  contextName: z.string(),
  operator: z.string(),
  values: z.array(z.string()).nullish(),
  value: z.union([z.string(), z.number()]).nullish(),
  inverted: z.boolean().nullish(),
  caseInsensitive: z.boolean().nullish(),
})
const constraints = z.array(constraint).nullish()

const variant = z.object({
  name: z.string(),
  weight: z.int().min(0),
  stickiness: z.string().nullish(),
  payload: z.object({ type: z.string(), value: z.string() }).nullish(),
  overrides: z.array(z.object({ contextName: z.string(), values: z.array(z.string()) })).nullish(),
})
const variants = z.array(variant).nullish()

const strategy = z.object({
  id: z.string().nullish(),
  name: z.string(),
  title: z.string().nullish(),
  disabled: z.boolean().nullish(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish()).nullish(),
  constraints,
  segments: z.array(z.int()).nullish(),
  variants,
})

const facts = {
  name: z.string(),
  type: z.string().nullish(),
  project: z.string().nullish(),
  description: z.string().nullish(),
  stale: z.boolean().nullish(),
  archived: z.boolean().nullish(),
}

const feature = z.object({
  ...facts,
  enabled: z.boolean(),
  strategies: z.array(strategy).nullish(),
  variants,
  dependencies: z
    .array(z.object({ feature: z.string(), enabled: z.boolean().nullish(), variants: z.array(z.string()).nullish() }))
    .nullish(),
})

const segment = z.object({ id: z.int(), name: z.string().nullish(), constraints })

export const environmentSchema = z.object({ features: z.array(feature), segments: z.array(segment).nullish() })

/** The export of flags by the admin API. */
export const adminSchema = z.object({
  features: z.array(z.object(facts)).nullish(),
  featureTags: z
    .array(z.object({ featureName: z.string(), tagType: z.string().nullish(), tagValue: z.string() }))
    .nullish(),
})

export type TheirConstraint = z.output<typeof constraint>
export type TheirVariant = z.output<typeof variant>
export type TheirStrategy = z.output<typeof strategy>
export type TheirFlag = z.output<typeof feature>
export type TheirSegment = z.output<typeof segment>
export type TheirFacts = z.output<z.ZodObject<typeof facts>>
