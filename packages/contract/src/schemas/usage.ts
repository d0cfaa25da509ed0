import { z } from 'zod'
import { limits } from '../limits.ts'
import { sdkTypes } from '../names.ts'
import { flagReferenceCount } from './code-references.ts'
import { count, id, timestamp } from './common.ts'

const real = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** A day in UTC. */
export const date = z
  .string()
  .refine(real, 'must be a date such as 2026-01-31')
  .meta({ format: 'date', example: '2026-01-31' })

/** The name under which a usage day counts all other values. A value with this very name is never listed. */
export const otherValues = '…'

export const usageDaySchema = z
  .object({
    date,
    totalEvaluations: count,
    valueDistribution: z.record(z.string(), count).meta({
      description: `How often each value was answered, by its JSON text without quotes. A day names its most frequent values, at most ${limits.usageValues.toLocaleString('en')} unless the operator set another number; all others are counted together under \`${otherValues}\`.`,
    }),
    ruleMatchCount: count.meta({ description: 'Resolved by a rule: `RULE_MATCH` and `ROLLOUT`.' }),
    defaultCount: count.meta({ description: 'Resolved by the default value: `DEFAULT` and `DISABLED`.' }),
    errorCount: count.meta({ description: 'With the reason `ERROR`.' }),
    ruleCounts: z
      .record(z.string(), count)
      .optional()
      .meta({
        description: `How often each rule answered, by its id: the most frequent, at most ${limits.usageRules}, all others under \`${otherValues}\`. Only with \`rules=true\`, and of days since it is counted.`,
      }),
  })
  .meta({ id: 'UsageDay' })

export type UsageDay = z.infer<typeof usageDaySchema>

export const liveUsageSchema = z
  .object({
    lastEvaluatedAt: timestamp.nullable().meta({ description: 'Null where nothing was evaluated in this hour.' }),
    minutes: z.array(
      z.object({
        at: timestamp.meta({ description: 'When the minute begins.' }),
        total: count,
        values: z.record(z.string(), count).meta({
          description: `As \`valueDistribution\` of a day has them: of a flag about ${limits.liveValues}, all others under \`${otherValues}\`.`,
        }),
      }),
    ),
  })
  .meta({ id: 'LiveUsage' })

export type LiveUsage = z.infer<typeof liveUsageSchema>

export const dayUsageSchema = z
  .object({
    items: z.array(
      z.object({
        environmentId: id('env'),
        sdkType: z.enum(sdkTypes).meta({ description: '`edge`: over OFREP, which Delivery counts itself.' }),
        total: count,
        lastEvaluatedAt: timestamp,
      }),
    ),
  })
  .meta({ id: 'DayUsage' })

export const seenSdkSchema = z
  .object({
    sdkType: z.enum(sdkTypes),
    sdkVersion: z.string(),
    lastSeenOn: date.meta({ description: 'The day (UTC) on which it last told of evaluations.' }),
  })
  .meta({ id: 'SeenSdk' })

const staleReasonSchema = z.enum(['not_evaluated', 'single_value']).meta({
  description: '`not_evaluated`: no environment evaluated it; `single_value`: everybody was answered the same.',
})
export type StaleReason = z.infer<typeof staleReasonSchema>

export const staleFlagSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    createdAt: timestamp,
    reason: staleReasonSchema,
    value: z.string().nullable().meta({ description: 'What it always answers, where that is the reason.' }),
    lastEvaluatedOn: date.nullable().meta({ description: 'The last day with an evaluation in any environment.' }),
  })
  .meta({ id: 'StaleFlag' })

export const flagSummarySchema = z
  .object({
    key: z.string(),
    lastChange: z.object({ actorId: z.string(), at: timestamp }),
    evaluations: z
      .array(count)
      .length(limits.summaryDays)
      .meta({ description: `Totals of the last ${limits.summaryDays} days in all environments, oldest first.` }),
    lastHour: count.meta({
      description: 'Evaluations of the last 60 minutes in all environments, until some seconds ago.',
    }),
    lastEvaluatedAt: timestamp
      .nullable()
      .meta({ description: 'The last evaluation of the last 24 hours; null where there was none.' }),
    lastEvaluatedOn: date
      .nullable()
      .meta({ description: 'The last day with an evaluation in any environment, as of last night.' }),
    pendingProposals: count,
    stale: staleReasonSchema.nullable(),
    codeReferences: flagReferenceCount,
  })
  .meta({ id: 'FlagSummary' })
