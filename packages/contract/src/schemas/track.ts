import { z } from 'zod'
import { limits } from '../limits.ts'
import { count } from './common.ts'
import type { contextSchema } from './explain.ts'
import { eventNamePattern } from './metric.ts'

type Context = z.input<typeof contextSchema>

/** An event of a unit. */
export type TrackedEvent = {
  name: string
  context: Context
  value?: number
  at?: string | number
  id?: string
}

/** An exposure of a unit to a variant: by its parts, or by the token that came with the answer. */
export type TrackedExposure =
  | { flagKey: string; ruleId: string; variant: string; context: Context; at?: string | number }
  | { token: string; at?: string | number }

const at = {
  anyOf: [{ type: 'string' as const }, { type: 'integer' as const, minimum: 0 }],
  description: 'ISO 8601 or epoch milliseconds; at most 30 days old, and 10 minutes ahead. Now, where it is absent.',
}
const text = { type: 'string', minLength: 1, maxLength: limits.eventText } as const
const context = {
  type: 'object',
  description: 'The ids of the unit: `userId`, `anonymousId`, and attributes that an experiment splits by.',
  additionalProperties: true,
} as const

/** The schema only documents: events are checked one by one, since a bad one must not cost the others. */
const eventSchema = z.unknown().meta({
  id: 'TrackedEvent',
  override: {
    type: 'object',
    required: ['name', 'context'],
    properties: {
      name: { type: 'string', pattern: eventNamePattern.source },
      context,
      value: { type: 'number', minimum: -limits.trackedValue, maximum: limits.trackedValue },
      at,
      id: { ...text, maxLength: limits.trackedId, description: 'Names the event: it counts once.' },
    },
  },
}) as unknown as z.ZodType<unknown, TrackedEvent>

const exposureSchema = z.unknown().meta({
  id: 'TrackedExposure',
  override: {
    type: 'object',
    properties: { flagKey: text, ruleId: text, variant: text, context, token: { type: 'string' }, at },
    description: 'With a `token`, or with the other fields.',
  },
}) as unknown as z.ZodType<unknown, TrackedExposure>

/** Unknown fields are ignored: an SDK may be newer than the server. */
export const trackBody = z
  .object({
    sentAt: z
      .union([z.string(), z.int().min(0)])
      .optional()
      .meta({ description: 'By the clock of the caller: what it is off by, if more than ten seconds, is put right.' }),
    sdk: z.object({ type: z.string().max(64), version: z.string().max(64) }).optional(),
    events: z.array(eventSchema).max(limits.events).default([]),
    exposures: z.array(exposureSchema).max(limits.events).default([]),
  })
  .refine(({ events, exposures }) => events.length + exposures.length > 0, 'must have events or exposures')
  .refine(
    ({ events, exposures }) => events.length + exposures.length <= limits.events,
    `must have at most ${limits.events.toLocaleString('en')} events and exposures together`,
  )
  .meta({ id: 'TrackBody' })

export const trackAnswerSchema = z
  .object({
    accepted: count,
    rejected: z.array(z.object({ list: z.enum(['events', 'exposures']), index: count, message: z.string() })),
    ignored: z
      .object({ unknownEvent: count, bot: count })
      .meta({ description: 'Accepted, and only counted: no metric names the event, or a bot sent it.' }),
  })
  .meta({ id: 'TrackAnswer' })

export type TrackAnswer = z.infer<typeof trackAnswerSchema>
