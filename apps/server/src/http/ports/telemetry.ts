import type { ApiKeyType, EnvironmentId, EventsAnswer, LiveUsage, OrganizationId } from '@bunting/contract'

/** The key that reports evaluations. */
export type EventsCaller = { id: string; keyType: ApiKeyType; orgId: OrganizationId; environmentId: EnvironmentId }

/** Records evaluations, and makes daily figures of them. */
export type Telemetry = {
  /** Records the valid evaluations of a batch. Resolves when they are on disk. */
  record(
    caller: EventsCaller,
    sent: readonly unknown[],
    idempotencyKey: string | undefined,
    nowMs: number,
  ): Promise<EventsAnswer>
  /** Makes a day's figures, for one environment or for all. Returns how many flag-days were written. */
  aggregate(day: string, environmentId?: EnvironmentId): Promise<number>
  /** The usage of a flag in the last hour, from what arrived up to some seconds ago. */
  live(environmentId: EnvironmentId, flagKey: string, nowMs: number): Promise<LiveUsage>
}
