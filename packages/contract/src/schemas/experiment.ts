import { z } from 'zod'
import type { ActorId, EnvironmentId, ExperimentId, FlagId, ProposalId } from '../ids.ts'
import { limits } from '../limits.ts'
import {
  body,
  comment,
  description,
  id,
  instant,
  list,
  maybeList,
  name,
  timestamp,
  versionNumber,
  wholeBetween,
} from './common.ts'
import { configKey } from './conditions.ts'
import { shareSchema } from './flag-config.ts'
import { eventName, metricKey, sourceSchema } from './metric.ts'

const experimentGuardrailSchema = body({
  metric: metricKey,
  worseBy: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'How much worse than control is still tolerated, relatively.' }),
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  then: z.enum(['notify', 'pause', 'rollback']).meta({
    description:
      'Once it is crossed: `pause` pauses the schedule that runs for the flag, `rollback` gives everybody of the rule the value of control.',
  }),
}).meta({ id: 'ExperimentGuardrail' })

export const exposureSchema = z
  .union([z.enum(['evaluation']), body({ event: eventName })], {
    error: 'must be "evaluation" or { "event": … }',
  })
  .meta({
    id: 'Exposure',
    description:
      'What exposes a unit: an answer of the rule, or an event of this name, at which the flag is evaluated for its context.',
  })

export const confidenceSchema = z.literal([0.9, 0.95, 0.99])
export const methodSchema = z.enum(['sequential', 'hybrid', 'fixed']).meta({
  description:
    '`sequential`: an interval that holds at every look. `hybrid`: that, and one read of full power at the planned end. `fixed`: that read alone.',
})

const metricKeys = list(metricKey, limits.secondaryMetrics)

const minimumEffect = z
  .number()
  .min(limits.minimumEffect.least)
  .max(limits.minimumEffect.most)
  .meta({ description: 'The relative effect that matters.' })

const expectedUnits = wholeBetween(limits.expectedUnits.least, limits.expectedUnits.most).meta({
  description: 'Of one comparison: units of control and of one other variant together.',
})

const shape = {
  name,
  hypothesis: description.nullable(),
  ruleId: configKey,
  control: configKey.meta({ description: 'The variant that the others are compared with.' }),
  primary: metricKey.meta({ description: 'The metric that decides.' }),
  secondary: metricKeys,
  guardrails: list(experimentGuardrailSchema, limits.guardrails),
  exposure: exposureSchema,
  source: sourceSchema,
  minimumEffect,
  plannedEnd: instant.nullable(),
  minimumDays: wholeBetween(0, limits.minimumDays),
  expectedUnits: expectedUnits.nullable(),
  confidence: confidenceSchema,
  method: methodSchema,
}

/** The body of Create Experiment. */
export const experimentBody = body({
  ...shape,
  hypothesis: shape.hypothesis.default(null),
  secondary: shape.secondary.default([]),
  guardrails: shape.guardrails.default([]),
  exposure: shape.exposure.default('evaluation'),
  source: shape.source.default('any'),
  minimumEffect: shape.minimumEffect.default(0.05),
  plannedEnd: shape.plannedEnd.default(null),
  minimumDays: shape.minimumDays.default(7),
  expectedUnits: shape.expectedUnits.default(null),
  confidence: shape.confidence.default(0.95),
  method: methodSchema.optional().meta({ description: '`hybrid` where there is a planned end, else `sequential`.' }),
}).meta({ id: 'ExperimentBody' })

/** The body of Update Experiment: all fields of a draft; of a running one `name`, `hypothesis` and more `secondary` metrics. */
export const experimentPatch = body({
  ...shape,
  secondary: maybeList(shape.secondary),
  guardrails: maybeList(shape.guardrails),
}).partial()

export const experimentStatusSchema = z.enum(['draft', 'pending', 'running', 'stopped'])
export type ExperimentStatus = z.infer<typeof experimentStatusSchema>

const shipTo = z.enum(['rule', 'everyone'])

export const shipBody = body({
  variant: configKey,
  to: shipTo.meta({
    description:
      '`rule`: the variant’s value takes the place of the split. `everyone`: it becomes the default too, and the rollout is dropped.',
  }),
  comment: comment.optional(),
}).meta({ id: 'ShipBody' })

export const recommendationKindSchema = z.enum([
  'broken_split',
  'stop',
  'not_enough',
  'ship',
  'keep_control',
  'no_difference',
  'keep_running',
])

const decisionSchema = z
  .object({
    variant: z.string(),
    to: shipTo,
    by: z.string(),
    at: timestamp,
    comment: z.string().nullable(),
    recommendation: recommendationKindSchema.meta({ description: 'What was recommended then.' }),
  })
  .meta({ id: 'ExperimentDecision' })

const shippingSchema = z
  .object({ proposalId: id('prop'), variant: z.string(), to: shipTo })
  .meta({ id: 'ExperimentShipping', description: 'There where a variant waits for its approval.' })

const markSchema = z.object({ at: timestamp, version: versionNumber, what: z.string() }).meta({
  id: 'ExperimentMark',
  description: 'A change of the config that biases nothing, but may show in the figures.',
})

export const experimentSchema = z
  .object({
    id: id('exp'),
    projectId: id('proj'),
    flagId: id('flag'),
    flagKey: z.string(),
    environmentId: id('env'),
    name: z.string(),
    hypothesis: z.string().nullable(),
    ruleId: z.string(),
    control: z.string(),
    variants: z
      .array(shareSchema)
      .meta({ description: 'The rule’s distribution as it was at the start; of a draft, when it was last changed.' }),
    unit: z.string().nullable().meta({ description: 'The attribute that is split by; null for the user.' }),
    primary: z.string(),
    secondary: z.array(z.string()),
    exploratory: z
      .array(z.object({ metric: z.string(), addedAt: timestamp }))
      .meta({ description: 'Those of `secondary` that were added while it ran: nothing is promised of them.' }),
    guardrails: z.array(experimentGuardrailSchema),
    exposure: exposureSchema,
    source: sourceSchema,
    minimumEffect: z.number(),
    plannedEnd: timestamp.nullable(),
    minimumDays: z.int().min(0),
    expectedUnits: z.int().min(1).nullable(),
    confidence: confidenceSchema,
    method: methodSchema,
    status: experimentStatusSchema,
    reason: z.string().nullable().meta({ description: 'Why it was stopped, where it was.' }),
    decision: decisionSchema.nullable(),
    shipping: shippingSchema.optional(),
    warnings: z.array(z.string()),
    marks: z.array(markSchema),
    createdBy: z.string(),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    stoppedAt: timestamp.nullable(),
    proposalId: id('prop').optional().meta({ description: 'There where another person has, or had, to approve it.' }),
  })
  .meta({ id: 'Experiment' })

export type ExperimentBody = z.output<typeof experimentBody>
export type ExperimentPatch = z.output<typeof experimentPatch>
export type ExperimentGuardrail = z.output<typeof experimentGuardrailSchema>
export type Exposure = z.output<typeof exposureSchema>
export type ExperimentDecision = z.infer<typeof decisionSchema>
export type ExperimentMark = z.infer<typeof markSchema>
export type ExperimentMethod = z.infer<typeof methodSchema>
export type RecommendationKind = z.infer<typeof recommendationKindSchema>
export type Experiment = Omit<
  z.infer<typeof experimentSchema>,
  'id' | 'flagId' | 'environmentId' | 'createdBy' | 'proposalId'
> & {
  id: ExperimentId
  flagId: FlagId
  environmentId: EnvironmentId
  createdBy: ActorId
  proposalId?: ProposalId
}
