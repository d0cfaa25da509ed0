import { z } from 'zod'
import { flagReferenceCount } from './code-references.ts'
import { count, id, timestamp } from './common.ts'
import { flagKindSchema } from './flag.ts'
import { date } from './usage.ts'

export const cleanupReasonSchema = z
  .enum(['past_end', 'never_evaluated', 'not_evaluated', 'single_value', 'no_owner'])
  .meta({
    description:
      '`past_end`: its expected end is over; `never_evaluated`: nobody ever asked for it; `not_evaluated`: nobody did for so many days; `single_value`: everybody was answered the same for so long; `no_owner`: nobody looks after it, or whoever did is no member any more.',
  })
export type CleanupReason = z.infer<typeof cleanupReasonSchema>

const findingSchema = z.object({
  reason: cleanupReasonSchema,
  expectedEnd: date.optional().meta({ description: 'Of `past_end`.' }),
  lastEvaluatedOn: date.optional().meta({ description: 'Of `not_evaluated`.' }),
  value: z.string().optional().meta({ description: 'Of `single_value`: what it always answers.' }),
  evaluations: count.optional().meta({ description: 'Of `single_value`: how often it answered that.' }),
  ownerId: id('user').optional().meta({ description: 'Of `no_owner`: who it was, where there was one.' }),
})
export type Finding = z.infer<typeof findingSchema>

const adviceSchema = z.enum(['archive', 'take_out', 'find_callers', 'end', 'own']).meta({
  description:
    '`archive`: nobody asks for it, and no code that was scanned names it; `take_out`: code names it, and nobody asks for it or everybody gets the one answer, which is what to keep there; `find_callers`: it gives one answer, and what asks for it is in no code that was scanned; `end`: take it out or move its expected end; `own`: give it an owner. Where nothing was scanned, usage alone decides.',
})
export type Advice = z.infer<typeof adviceSchema>

export const cleanupFlagSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    createdAt: timestamp,
    findings: z.array(findingSchema).min(1).meta({ description: 'The most telling first.' }),
    advice: adviceSchema,
    codeReferences: flagReferenceCount,
  })
  .meta({ id: 'CleanupFlag' })

/** The upper bounds of the age buckets, in days; the last bucket has no bound. */
export const ageBuckets = [7, 30, 90, 365] as const

export const overviewSchema = z
  .object({
    flags: z.object({
      active: count,
      archived: count,
      byKind: z
        .record(z.union([flagKindSchema, z.literal('none')]), count)
        .meta({ description: 'Of the active ones; `none`: those without a kind.' }),
      byAge: z
        .array(z.object({ upToDays: z.int().min(1).nullable(), count }))
        .meta({ description: 'Of the active ones, the youngest first; null: older than all of these.' }),
    }),
    weeks: z.array(z.object({ from: date, changes: count })).meta({
      description: 'Versions of flags and segments that were made in each week, which begins on a Monday (UTC).',
    }),
    hours: z.array(z.object({ from: timestamp, evaluations: count })).meta({
      description: 'What apps told of in each of the last 24 hours, this one too, in all environments.',
    }),
    pendingProposals: count,
    schedules: z.object({ pending: count, running: count, paused: count }),
    rolledBack: z
      .array(
        z.object({
          scheduleId: id('sched'),
          flagKey: z.string(),
          environmentId: id('env'),
          at: timestamp,
          reason: z.string(),
        }),
      )
      .meta({ description: 'Schedules that were rolled back in these weeks, the last first.' }),
  })
  .meta({ id: 'Overview' })

export type Overview = z.infer<typeof overviewSchema>
