import type { Delivery } from './delivery.ts'

export const trackPath = '/v1/track'

export type TrackedEvent = { name: string; context: object; value?: number; at: number; id: string }
export type Exposure = { flagKey: string; ruleId: string; variant: string; context: object; at: number }
type Body = {
  sentAt: number
  sdk: { type: string; version: string }
  events: TrackedEvent[]
  exposures: Exposure[]
}

/** The bodies sent to `POST /v1/track`, in order. */
export const trackedBodies = (delivery: Delivery): Body[] =>
  delivery.asked(trackPath).map(({ body }) => ({ events: [], exposures: [], ...JSON.parse(body) }))
export const eventsIn = (delivery: Delivery): TrackedEvent[] => trackedBodies(delivery).flatMap(({ events }) => events)
export const exposuresIn = (delivery: Delivery): Exposure[] =>
  trackedBodies(delivery).flatMap(({ exposures }) => exposures)
