import { z } from 'zod'
import type { ServerSentEvent } from './read-events.ts'

const known = z.registry<{ events: true }>()

/** An answer of server-sent events that goes on until one side ends it: the client gives them one by one. */
export const events = <Event extends ServerSentEvent>(description: string) =>
  z
    .custom<AsyncIterable<Event>>()
    .meta({ description, override: { type: 'string' } })
    // Last: whatever follows would be another schema.
    .register(known, { events: true })

export const isEvents = (schema: z.ZodType): boolean => known.has(schema)
