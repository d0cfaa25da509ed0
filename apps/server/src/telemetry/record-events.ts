import { type EventsAnswer, invalid } from '@bunting/contract'
import type { EventsCaller, Telemetry } from '../http/ports/telemetry.ts'
import { clientCounts } from '../rules/usage/event-counts.ts'
import type { Store } from '../store/store.ts'
import type { LoggedEvent } from '../store/tables/event-log.ts'
import { checkEvents } from './check-event.ts'
import type { Intake } from './intake.ts'
import { evaluationsRefused, eventsTaken } from './measure.ts'
import { onceAs } from './once-as.ts'

type RecordDeps = { store: Pick<Store, 'environments'>; intake: Intake }

export const recordEvents =
  ({ store, intake }: RecordDeps): Telemetry['record'] =>
  async (caller, sent, idempotencyKey, nowMs) => {
    const { keyType, orgId } = caller
    const environments = await allowedEnvironments(store, caller, sent)
    const full = await intake.full(environments, keyType)
    const { events, rejected, refused } = checkEvents(sent, { orgId, environments, full, nowMs })
    evaluationsRefused.inc({ reason: 'bytes_of_day' }, refused)
    if (events.length === 0) {
      const details = rejected.map(({ index, message }) => ({ path: `events[${index}]`, message }))
      invalid('None of the events can be taken.', details)
    }
    const uncounted = keyType === 'client' ? cutCounts(events) : 0
    const answer = { accepted: events.length, rejected, ...(uncounted > 0 ? { uncounted } : {}) }
    const once = idempotencyKey === undefined ? undefined : onceAs(caller.id, idempotencyKey, answer)
    const before = await intake.append({ events, once }, keyType)
    eventsTaken.inc({ outcome: before === undefined ? 'accepted' : 'repeated' }, events.length)
    eventsTaken.inc({ outcome: 'rejected' }, rejected.length)
    if (before !== undefined) return JSON.parse(before) as EventsAnswer
    evaluationsRefused.inc({ reason: 'count_of_client_key' }, uncounted)
    return answer
  }

/** Reduces the counts to what clients may report. Returns the number of evaluations that are not counted. */
const cutCounts = (events: LoggedEvent[]): number => {
  let uncounted = 0
  for (const [index, counted] of clientCounts(events.map(({ count }) => count)).entries()) {
    const event = events[index] as LoggedEvent
    uncounted += event.count - counted
    event.count = counted
  }
  return uncounted
}

/** The key's own environment, as in nearly every batch; a server key may also report for others of its organization. */
const allowedEnvironments = async (
  store: RecordDeps['store'],
  { keyType, orgId, environmentId }: EventsCaller,
  sent: readonly unknown[],
): Promise<Set<string>> => {
  const own = new Set<string>([environmentId])
  if (keyType === 'client') return own
  const others = new Set<string>()
  for (const event of sent) {
    const named = (event as { environmentId?: unknown } | null)?.environmentId
    if (named !== environmentId && typeof named === 'string' && plausible.test(named)) others.add(named)
  }
  return others.size === 0 ? own : new Set([environmentId, ...(await store.environments.ownedBy(orgId, [...others]))])
}

const plausible = /^env_[0-9a-z]{1,64}$/
