import { type EnvironmentId, type EventsAnswer, fail, invalid, type OrganizationId } from '@bunting/contract'
import type { EventLog } from '../store/event-log.ts'
import type { Store } from '../store/store.ts'
import { checkEvents } from './check-event.ts'
import { eventsTaken } from './measure.ts'

export type EventsCaller = {
  id: string
  keyType: 'server' | 'client'
  orgId: OrganizationId
  environmentId: EnvironmentId
}

type RecordDeps = { store: Store; eventLog: EventLog; nowMs: number }

/** Writes down the good ones of a batch. Comes back when they are on disk. */
export const recordEvents = async (
  { store, eventLog, nowMs }: RecordDeps,
  caller: EventsCaller,
  sent: readonly unknown[],
  idempotencyKey: string | undefined,
): Promise<EventsAnswer> => {
  const environments = await allowedEnvironments(store, caller, sent)
  const { events, rejected } = checkEvents(sent, { orgId: caller.orgId, environments, nowMs })
  if (events.length === 0) {
    const details = rejected.map(({ index, message }) => ({ path: `events[${index}]`, message }))
    invalid('None of the events can be taken.', details)
  }
  const answer = { accepted: events.length, rejected }
  const once = idempotencyKey === undefined ? undefined : onceAs(caller.id, idempotencyKey, answer)
  const before = await eventLog.append({ events, once })
  eventsTaken.inc({ outcome: before === undefined ? 'accepted' : 'repeated' }, events.length)
  eventsTaken.inc({ outcome: 'rejected' }, rejected.length)
  return before === undefined ? answer : (JSON.parse(before) as EventsAnswer)
}

const onceAs = (scope: string, key: string, answer: EventsAnswer) => {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'must be 1 to 255 printable characters without spaces'
    fail('VALIDATION_ERROR', 'A header is not as described.', [{ path: 'Idempotency-Key', message }])
  }
  return { scope, key, answer: JSON.stringify(answer) }
}

/** The key's own, as in nearly every batch; a server key may also name others of its organization. */
const allowedEnvironments = async (
  store: Store,
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
