import { z } from 'zod'

const rolloutStep = z.object({ variation: z.string(), percentage: z.number().optional(), date: z.string() })

const rule = z.object({
  name: z.string().optional(),
  query: z.string().optional(),
  variation: z.string().optional(),
  percentage: z.record(z.string(), z.number()).optional(),
  progressiveRollout: z.object({ initial: rolloutStep, end: rolloutStep }).optional(),
  disable: z.boolean().optional(),
})

const experimentation = z.object({ start: z.string().optional(), end: z.string().optional() })

const flag = z.object({
  variations: z.record(z.string(), z.unknown()).default({}),
  targeting: z.array(rule).nullish(),
  defaultRule: rule.optional(),
  bucketingKey: z.string().nullish(),
  disable: z.boolean().optional(),
  experimentation: experimentation.nullish(),
  needs: z.array(z.object({ flag: z.string(), value: z.unknown().optional() })).nullish(),
  scheduledRollout: z
    .array(
      z.object({
        date: z.string().optional(),
        variations: z.record(z.string(), z.unknown()).optional(),
        targeting: z.array(rule).optional(),
        defaultRule: rule.optional(),
        disable: z.boolean().optional(),
        experimentation: experimentation.optional(),
      }),
    )
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** A file of flags, as GO Feature Flag reads it. */
export const goffFile = z.record(z.string(), flag)

export type GoffFlag = z.output<typeof flag>
export type GoffRule = z.output<typeof rule>
