import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { body, count, id } from '../schemas/common.ts'
import { eventsAnswerSchema, eventsBody } from '../schemas/telemetry.ts'
import { trackAnswerSchema, trackBody } from '../schemas/track.ts'
import { date } from '../schemas/usage.ts'

const tag = 'Telemetry'

const idempotency = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({ description: 'Names the batch: sent again with the same one within 24 hours, it counts once.' }),
})

export const recordEvents = endpoint({
  method: 'POST',
  path: '/v1/telemetry/events',
  tag,
  summary: 'Submit evaluation events',
  description: `A bad event is rejected and does not cost the others; where all are bad it is a 422. The answer comes when the events are on disk. With an \`Idempotency-Key\` header a batch that is sent again within 24 hours counts once. Unknown fields are ignored.

Events of a flag that the project does not have are accepted and counted together, not by their keys. An environment takes only so many bytes of events in a day (UTC), of which client keys may use half: past that its events are rejected until the next day. A client key’s event counts for at most ${limits.clientEventCount.toLocaleString('en')} evaluations and its batch for ${limits.clientBatchCount.toLocaleString('en')}; \`uncounted\` says how many were above.`,
  access: 'telemetry',
  headers: idempotency,
  body: eventsBody,
  bodyBytes: limits.eventsBodyBytes,
  partial: true,
  answers: { 202: eventsAnswerSchema },
})

export const track = endpoint({
  method: 'POST',
  path: '/v1/track',
  tag,
  summary: 'Submit events and exposures',
  description:
    'What happened, and who got which variant, for metrics and experiments. A bad item is rejected and does not cost the others; where all are bad it is a 422. The answer comes when it is on disk. Ids of units are hashed as they come in, and kept nowhere. With an `Idempotency-Key` header a batch that is sent again within 24 hours counts once. Unknown fields are ignored.',
  access: 'telemetry',
  headers: idempotency,
  body: trackBody,
  bodyBytes: limits.trackBodyBytes,
  partial: true,
  answers: { 202: trackAnswerSchema },
  errors: ['SERVICE_UNAVAILABLE'],
})

export const backfillUsage = endpoint({
  method: 'POST',
  path: '/v1/telemetry/backfill',
  tag,
  summary: 'Aggregate a day again',
  description:
    'For one date and environment, after a missed or faulty nightly run: any past date whose events are kept, and today. Doing it again changes nothing.',
  access: 'admin',
  body: body({ date, environmentId: z.string() }),
  answers: { 200: z.object({ date, environmentId: id('env'), upserted: count }) },
  errors: ['RESOURCE_NOT_FOUND'],
})
