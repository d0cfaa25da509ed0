import { postRequest } from '../load/request.ts'

/** Flags that are evaluated. */
export const flagCount = 50

/** As an SDK tells of it. */
export type BenchEvent = {
  flagKey: string
  flagId: string
  environmentId: string
  orgId: string
  value: boolean | string
  reason: string
  ruleId: string
  sdkType: string
  sdkVersion: string
  evaluatedAt: string
}

export type Owner = { key: string; orgId: string; projectId: string; environmentId: string }

const values = [true, false, 'blue', 'green']
const reasons = ['RULE_MATCH', 'ROLLOUT', 'DEFAULT']

/** Of a few flags, as they come: an instance evaluates what its code asks for. */
const eventsOf = ({ orgId, environmentId }: Owner, count: number, atMs: number): BenchEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    flagKey: `flag-${(index * 7) % flagCount}`,
    flagId: `flag_019a7d3e5c7b7f0e8a4d2b1c3e5f${String((index * 7) % flagCount).padStart(4, '0')}`,
    environmentId,
    orgId,
    value: values[index % values.length] as BenchEvent['value'],
    reason: reasons[index % reasons.length] as string,
    ruleId: 'rule_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b',
    sdkType: 'server',
    sdkVersion: '1.0.0',
    evaluatedAt: new Date(atMs + index).toISOString(),
  }))

/** Several batches of a size, of a moment. */
export const batchesOf = (owner: Owner, size: number, atMs: number): BenchEvent[][] =>
  Array.from({ length: 8 }, (_, index) => eventsOf(owner, size, atMs + index * 1_000))

export const requestsOf = ({ key }: Owner, batches: readonly BenchEvent[][]): string[] =>
  batches.map((events) => postRequest('/v1/telemetry/events', { events }, { authorization: `Bearer ${key}` }))
