import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, count, timestamp, wholeBetween } from './common.ts'
import { confidenceSchema, methodSchema, recommendationKindSchema } from './experiment.ts'
import { metricKey } from './metric.ts'
import { date } from './usage.ts'

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() })

const verdictSchema = z.enum(['better', 'worse', 'no_difference', 'unclear', 'not_enough']).meta({
  description: 'Of the metric’s direction: where it should decrease, `better` is lower.',
})

const statusSchema = z
  .enum(['enough', 'few_units', 'few_conversions', 'no_variance', 'dominated', 'few_denominators'])
  .meta({ description: 'Whether there is enough to say anything, or what is missing.' })

const variantResult = z
  .object({
    n: count.meta({ description: 'Matured units.' }),
    mean: z.number().nullable(),
    deviation: z.number().nullable(),
    status: statusSchema.optional(),
    method: z
      .enum(['sequential', 'fixed'])
      .optional()
      .meta({ description: 'Whether the interval holds at every look, or is the one read of the planned end.' }),
    difference: interval.optional(),
    lift: interval.nullable().optional().meta({ description: 'Relative to control; null where it has no bounds.' }),
    p: z.number().optional(),
    evidence: z.number().optional(),
    chance: z.number().optional().meta({ description: 'Of being better than control. A belief: it decides nothing.' }),
    narrower: z.number().optional().meta({ description: 'By how much the adjustment narrows the interval, 0 to 1.' }),
    verdict: verdictSchema.optional(),
  })
  .meta({ id: 'VariantResult', description: 'Control has `n`, `mean` and `deviation` alone.' })

const metricResult = z
  .object({
    key: z.string(),
    role: z.enum(['primary', 'secondary', 'exploratory', 'guardrail']),
    note: z.string().optional().meta({ description: 'What a reader should know of it.' }),
    variants: z.record(z.string(), variantResult),
  })
  .meta({ id: 'MetricResult' })

const units = z.object({ exposed: count, matured: count, waiting: count })

const healthSchema = z
  .object({
    mismatched: z
      .array(z.object({ sdkType: z.string(), sdkVersion: z.string(), count }))
      .meta({ description: 'Exposures whose variant is not the one of the split, by the SDK that sent them.' }),
    late: count.meta({ description: 'Events that came after their unit was counted.' }),
    ignored: count.meta({ description: 'What bots and browsers that ask not to be tracked sent.' }),
    identity: count.meta({ description: 'Events of units whose other id was exposed.' }),
  })
  .meta({ id: 'ExperimentHealth' })

const guardrailResult = z
  .object({
    metric: z.string(),
    variant: z.string(),
    status: z.enum(['safe', 'crossed', 'unclear', 'not_enough']),
    evidence: z.number(),
  })
  .meta({ id: 'GuardrailResult' })

const recommendationSchema = z
  .object({
    kind: recommendationKindSchema,
    variant: z.string().optional(),
    metric: z.string().optional(),
    daysLeft: z.number().nullable().optional(),
    why: z.string().meta({ description: 'In one sentence.' }),
  })
  .meta({ id: 'Recommendation' })

export const experimentResultsSchema = z
  .object({
    at: timestamp,
    isFinal: z.boolean().meta({ description: 'It was stopped, and nobody waits to be counted any more.' }),
    method: methodSchema,
    units: z.record(z.string(), units).meta({ description: 'By variant; matured is the primary metric’s.' }),
    srm: z.object({ p: z.number(), chiSquareP: z.number(), status: z.enum(['ok', 'mismatch', 'not_enough']) }).meta({
      description:
        'Whether units were split as they should be. `p` holds at every look, and only falls; `chiSquareP` at one.',
    }),
    health: healthSchema,
    metrics: z.array(metricResult),
    guardrails: z.array(guardrailResult).meta({
      description: 'Of each metric that is a guardrail every variant but control, the most serious first.',
    }),
    recommendation: recommendationSchema,
  })
  .meta({ id: 'ExperimentResults' })

export const experimentDaySchema = z
  .object({
    date,
    variants: z.record(
      z.string(),
      z.object({ n: count, difference: interval.optional(), lift: interval.nullable().optional() }),
    ),
  })
  .meta({ id: 'ExperimentDay', description: 'What the results said of all units whose first exposure was until then.' })

export const planBody = body({
  metric: metricKey,
  environmentId: z.string(),
  minimumEffect: z.number().min(limits.minimumEffect.least).max(limits.minimumEffect.most).default(0.05),
  variants: wholeBetween(2, limits.variants).default(2),
  unitsPerDay: z.number().positive().max(limits.expectedUnits.most).optional(),
  baseline: z
    .object({
      mean: z.number(),
      deviation: z.number().positive().optional().meta({ description: 'Follows from the mean of a conversion.' }),
    })
    .optional()
    .meta({ description: 'In place of what the units of the last 14 days did; required where there are none.' }),
  minimumDays: wholeBetween(0, limits.minimumDays).default(7),
  confidence: confidenceSchema.default(0.95),
  power: z.number().min(0.5).max(0.99).default(0.8),
}).meta({ id: 'PlanBody' })

const planned = z.object({ unitsPerVariant: count, days: count.nullable() }).nullable()

export const experimentPlanSchema = z
  .object({
    units: count.meta({ description: 'Of the last 14 days, that the baseline is from; 0 where it was given.' }),
    unitsPerDay: z.number(),
    baseline: z.number(),
    deviation: z.number(),
    adjusted: z.number().nullable().meta({ description: 'The deviation that the adjustment leaves.' }),
    lateShare: z
      .number()
      .nullable()
      .meta({ description: 'The share of such events that come after the window is over.' }),
    hybrid: planned,
    sequential: planned,
    fixed: planned,
  })
  .meta({ id: 'ExperimentPlan', description: 'Null where it cannot be told.' })

export const checkBody = body({
  environmentId: z.string(),
  splits: wholeBetween(1, limits.checkSplits).default(200),
}).meta({ id: 'CheckBody' })

export const metricCheckSchema = z
  .object({
    units: count,
    splits: count,
    significant: count.meta({
      description: 'How many of the splits said that one half is better, with 95 % confidence.',
    }),
    expected: z.number().meta({ description: 'How many say so by chance alone, on average.' }),
    intervals: z.array(z.object({ low: z.number(), high: z.number() })).meta({ description: 'Of each difference.' }),
  })
  .meta({ id: 'MetricCheck' })

export const seenEventSchema = z
  .object({
    name: z.string(),
    lastDay: count.meta({ description: 'How many came within the last 24 hours.' }),
    lastSeenAt: timestamp,
    metrics: z.array(z.string()),
  })
  .meta({ id: 'SeenEvent' })

export const metricDaysSchema = z
  .object({
    environmentId: z.string(),
    items: z.array(
      z.object({
        date,
        events: count.meta({ description: 'How many of the metric’s events came.' }),
        denominatorEvents: count.optional().meta({ description: 'The same of the denominator of a ratio.' }),
      }),
    ),
  })
  .meta({
    id: 'MetricDays',
    description: 'The last 14 days, oldest first; the last one is today, so far. Days are UTC.',
  })

export type ExperimentResults = z.infer<typeof experimentResultsSchema>
export type ExperimentDay = z.infer<typeof experimentDaySchema>
export type ExperimentPlan = z.infer<typeof experimentPlanSchema>
export type MetricCheck = z.infer<typeof metricCheckSchema>
export type SeenEvent = z.infer<typeof seenEventSchema>
