import type { FlagValue, Reason } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { reasons, type SdkType, sdkTypes } from '../names.ts'
import { count } from './common.ts'

/** An evaluation, or several equal ones, reported by an SDK. */
export type EvaluationEvent = {
  flagKey: string
  flagId?: string | null
  environmentId: string
  orgId?: string
  value: FlagValue | null
  /** The key of the variant with this value, for a `json` flag, which is counted by variant. */
  variant?: string | null
  reason: Reason
  ruleId?: string | null
  sdkType: SdkType
  sdkVersion: string
  evaluatedAt: string | number
  count?: number
}

const text = { type: 'string', maxLength: limits.eventText } as const

/** Described but not validated here: events are validated one by one, so that an invalid one does not affect the others. */
const eventSchema = z.unknown().meta({
  id: 'EvaluationEvent',
  override: {
    type: 'object',
    required: ['flagKey', 'environmentId', 'value', 'reason', 'sdkType', 'sdkVersion', 'evaluatedAt'],
    properties: {
      flagKey: { ...text, minLength: 1 },
      flagId: { ...text, type: ['string', 'null'], description: 'Left out by an SDK that is not told it.' },
      environmentId: { type: 'string', description: "One of the organization's; with a client key, the key's own." },
      orgId: { type: 'string', description: "The caller's. Left out by an SDK that is not told it." },
      value: {
        anyOf: [
          { type: 'boolean' },
          { type: 'string', maxLength: limits.configText },
          { type: 'number' },
          { type: 'null' },
          { type: 'object', additionalProperties: true },
          { type: 'array', items: {} },
        ],
        description:
          'Of a `json` flag an object or an array: it counts under its variant, else under the beginning of its text.',
      },
      variant: { ...text, type: ['string', 'null'], description: 'The key of the variant that the value is of.' },
      reason: { type: 'string', enum: [...reasons] },
      ruleId: { type: ['string', 'null'], maxLength: limits.eventText },
      sdkType: { type: 'string', enum: [...sdkTypes] },
      sdkVersion: text,
      evaluatedAt: {
        anyOf: [{ type: 'string' }, { type: 'integer', minimum: 0 }],
        description: 'ISO 8601 or epoch milliseconds; at most 30 days old, and 10 minutes ahead.',
      },
      count: {
        type: 'integer',
        minimum: 1,
        maximum: limits.eventCount,
        description: `How many evaluations this stands for, where they were all alike; 1 unless it says otherwise. With a client key, of more than ${limits.clientEventCount.toLocaleString('en')} only so many are counted.`,
      },
    },
  },
}) as unknown as z.ZodType<unknown, EvaluationEvent>

/** Unknown fields are ignored, also in events: an SDK may be newer than the server. */
export const eventsBody = z
  .object({ events: z.array(eventSchema).min(1).max(limits.events) })
  .meta({ id: 'EventsBody' })

export const eventsAnswerSchema = z
  .object({
    accepted: count,
    rejected: z.array(z.object({ index: count, message: z.string() })),
    uncounted: count
      .optional()
      .meta({ description: 'Evaluations of accepted events that are above what a client key may tell of, if any.' }),
  })
  .meta({ id: 'EventsAnswer' })

export type EventsAnswer = z.infer<typeof eventsAnswerSchema>
