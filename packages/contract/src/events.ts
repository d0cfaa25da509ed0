import { z } from 'zod'
import type { ServerSentEvent } from './read-events.ts'

const known = z.registry<{ events: true }>()

/** A response of server-sent events that lasts until one side ends it. The client yields them one by one. */
export const events = <Event extends ServerSentEvent>(description: string) =>
  z
    .custom<AsyncIterable<Event>>()
    .meta({ description, override: { type: 'string' } })
    // Last: whatever follows would be another schema.
    .register(known, { events: true })

export const isEvents = (schema: z.ZodType): boolean => known.has(schema)
