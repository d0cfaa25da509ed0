import type { Environment, SeenEvent } from '@bunting/contract'
import { useSeenEvents } from '../../api/metrics.ts'
import { whereToBegin } from '../../api/where-to-begin.ts'

export type Heard = {
  latest: { event: SeenEvent; environment: Environment } | undefined
  /** It cannot be told whether events come: they are switched off, or the service is away. */
  error: Error | null
}

/** The last event that came, in production or where one begins. */
export const useHeard = (projectId: string, environments: readonly Environment[]): Heard => {
  const [production, development] = listenedTo(environments)
  const first = useSeenEvents(projectId, production?.id)
  const second = useSeenEvents(projectId, development?.id)
  const found = [
    ...(first.data ?? []).map((event) => ({ event, environment: production })),
    ...(second.data ?? []).map((event) => ({ event, environment: development })),
  ].flatMap(({ event, environment }) => (environment ? [{ event, environment }] : []))
  const [latest] = found.toSorted((one, other) => (one.event.lastSeenAt < other.event.lastSeenAt ? 1 : -1))
  return { latest, error: first.error ?? second.error }
}

/** Production, which is the first, and where one begins. */
export const listenedTo = (environments: readonly Environment[]): Environment[] => {
  const both = [environments[0], whereToBegin(environments)].filter((one) => one !== undefined)
  return [...new Set(both)]
}
