import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { id, queryBoolean } from '../schemas/common.ts'
import { cleanupFlagSchema, cleanupReasonSchema } from '../schemas/health.ts'
import { page, paging } from '../schemas/paging.ts'
import {
  date,
  dayUsageSchema,
  flagSummarySchema,
  liveUsageSchema,
  seenSdkSchema,
  staleFlagSchema,
  usageDaySchema,
} from '../schemas/usage.ts'

const tag = 'Usage'

export const getUsage = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/usage',
  tag,
  summary: "Read a flag's daily usage",
  description:
    'Days are UTC and aggregated nightly, not in real time; those without evaluations are left out. The Free plan sees the last 7 days, the others 90: an earlier `from` is moved, and `clampedFrom` says so.',
  access: 'read',
  query: z.object({
    environmentId: z.string(),
    from: date.optional().meta({ description: 'The first day; 29 days ago where absent.' }),
    to: date
      .optional()
      .meta({ description: `The last day; today where absent. At most ${limits.usageDays} days in all.` }),
    rules: queryBoolean.optional().meta({ description: 'Whether each day tells how often each rule answered.' }),
  }),
  answers: {
    200: z.object({
      flagKey: z.string(),
      environmentId: id('env'),
      from: date,
      to: date,
      clampedFrom: z
        .literal(true)
        .optional()
        .meta({ description: 'There, and true, only where the `from` that was asked for was moved.' }),
      rows: z.array(usageDaySchema),
    }),
  },
})

export const getLiveUsage = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/usage/live',
  tag,
  summary: "Read a flag's usage of the last 60 minutes",
  description: 'By the minute, oldest first, of what arrived until some seconds ago; minutes without any are left out.',
  access: 'read',
  query: z.object({ environmentId: z.string() }),
  answers: { 200: liveUsageSchema },
})

export const getDayUsage = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/usage/day',
  tag,
  summary: 'Read who evaluated a flag in the last 24 hours',
  description:
    'In each environment by each kind of SDK, the most frequent first, of what arrived until some seconds ago: what to look at before a flag is archived.',
  access: 'read',
  answers: { 200: dayUsageSchema },
})

export const getSdks = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/sdks',
  tag,
  summary: 'Read which SDKs are in use',
  description:
    'The versions of SDKs that told of evaluations with a server key in the last 30 days, the latest first, at most 100: what to look at before something is used that earlier ones do not know.',
  access: 'read',
  answers: { 200: z.object({ items: z.array(seenSdkSchema) }) },
})

const daysMessage = `must be a whole number from 1 to ${limits.usageDays}`
const days = z
  .string()
  .default('30')
  .transform((text) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN))
  .pipe(z.number(daysMessage).min(1, daysMessage).max(limits.usageDays, daysMessage))
  .meta({
    description: 'For how long, in days.',
    override: { type: 'integer', minimum: 1, maximum: limits.usageDays, default: 30 },
  })

export const listStaleFlags = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/stale',
  tag,
  summary: 'List stale flags',
  description:
    'Beyond the service document. Active flags that no environment evaluated for so many days, or that answered one single value to everybody for so long: what can be removed from the code. Flags that are younger are left out. From the daily figures, so as of last night.',
  access: 'read',
  query: z.object({ ...paging, days }),
  answers: { 200: page(staleFlagSchema) },
})

export const listCleanup = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/cleanup',
  tag,
  summary: 'List flags that need attention',
  description:
    'Beyond the service document. Active flags that are stale, past their expected end, never evaluated or without an owner, each with what speaks for it. Figures are as of last night.',
  access: 'read',
  query: z.object({
    ...paging,
    days,
    reason: cleanupReasonSchema.optional().meta({ description: 'Only those with this one among their findings.' }),
  }),
  answers: { 200: page(cleanupFlagSchema) },
})

const keyList = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((key) => key !== ''))])
  .refine((keys) => keys.length >= 1 && keys.length <= limits.ids, `must name 1 to ${limits.ids} keys, comma-separated`)
  .meta({ description: `1 to ${limits.ids} flag keys, comma-separated.`, override: { type: 'string', minLength: 1 } })

export const listFlagSummaries = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/summaries',
  tag,
  summary: 'Summarize flags',
  description: 'What a table of flags shows beside List Flags, in one call. Unknown keys are left out.',
  access: 'read',
  query: z.object({ keys: keyList }),
  answers: { 200: z.object({ items: z.array(flagSummarySchema) }) },
})
