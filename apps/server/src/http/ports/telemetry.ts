import type { ApiKeyType, EnvironmentId, EventsAnswer, LiveUsage, OrganizationId } from '@bunting/contract'

/** The key that tells of evaluations. */
export type EventsCaller = { id: string; keyType: ApiKeyType; orgId: OrganizationId; environmentId: EnvironmentId }

/** Evaluations in, daily figures out. */
export type Telemetry = {
  /** Writes down the good ones of a batch. Comes back when they are on disk. */
  record(
    caller: EventsCaller,
    sent: readonly unknown[],
    idempotencyKey: string | undefined,
    nowMs: number,
  ): Promise<EventsAnswer>
  /** Makes a day's figures, of one environment or of all. Answers how many flag-days were written. */
  aggregate(day: string, environmentId?: EnvironmentId): Promise<number>
  /** How a flag was used in the last hour, of what arrived up to some seconds ago. */
  live(environmentId: EnvironmentId, flagKey: string, nowMs: number): Promise<LiveUsage>
}
