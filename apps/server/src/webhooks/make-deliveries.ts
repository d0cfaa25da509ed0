import type { OrganizationId } from '@bunting/contract'
import type { Deps } from '../http/endpoint/deps.ts'
import { includesWebhooks } from '../rules/plans.ts'
import { wants } from '../rules/webhooks.ts'
import type { Tables } from '../store/store.ts'
import type { OutboxEntry, WebhookCursor } from '../store/tables/outbox.ts'
import { disableStale } from './disable-stale.ts'

const entriesAtOnce = 100
/** The most deliveries in a transaction, so that changes do not wait long. */
const deliveriesAtOnce = 1_000

/**
 * Creates deliveries for the entries that an organization's webhooks have not read, one batch per transaction. The job is
 * cleared in the last transaction, which creates none, since every change of the organization has to set it.
 */
export const makeDeliveries =
  (deps: Pick<Deps, 'store' | 'newId' | 'nowUs'>) =>
  async (subject: string): Promise<void> => {
    while (!(await deps.store.transaction((tx) => readOn(deps, tx, subject as OrganizationId))));
  }

/** Processes a batch, and tells whether everything is read. */
const readOn = async (deps: Pick<Deps, 'newId' | 'nowUs'>, tx: Tables, orgId: OrganizationId): Promise<boolean> => {
  const cursors = await tx.outbox.lockCursors(orgId)
  if (cursors.length === 0) return letGo(tx, orgId)
  if (await disableStale(deps, tx, orgId, cursors)) return false
  const limit = Math.max(1, Math.min(entriesAtOnce, Math.floor(deliveriesAtOnce / cursors.length)))
  const entries = await tx.outbox.entriesAfter(orgId, Math.min(...cursors.map(({ readSeq }) => readSeq)), limit)
  const last = entries.at(-1)
  if (!last) throw new Error(`the audit log of ${orgId} lacks entries that its chain has`)
  // Without the plan webhooks stay and their cursors move on, so that nothing from this period is sent later.
  if (includesWebhooks(await tx.outbox.planOf(orgId))) await deliver(tx, cursors, entries)
  await tx.outbox.moveOn(cursors, last.seq)
  return false
}

const deliver = async (
  tx: Tables,
  cursors: readonly WebhookCursor[],
  entries: readonly OutboxEntry[],
): Promise<void> => {
  const deliveries = cursors.flatMap((reader) =>
    entries
      .filter((entry) => entry.seq > reader.readSeq && wants(reader, entry))
      .map(({ id, createdUs }) => ({ webhookId: reader.id, entryId: id, createdUs })),
  )
  await tx.webhookDeliveries.insert(deliveries)
  const told = new Set(deliveries.map(({ webhookId }) => webhookId))
  const nowUs = await tx.clock.nowUs()
  await tx.due.setSooner(
    cursors
      .filter(({ id }) => told.has(id))
      .map(({ id, restedUs }) => ({ kind: 'webhook' as const, subject: id, restedUs })),
    ({ restedUs }) => Math.max(nowUs, restedUs),
  )
}

/** Clears the job unless entries were appended since. A concurrent append waits, and makes it due again. */
const letGo = async (tx: Tables, orgId: OrganizationId): Promise<boolean> => {
  const due = { kind: 'outbox', subject: orgId } as const
  await tx.due.lock(due)
  const isRead = await tx.outbox.isRead(orgId)
  if (isRead) await tx.due.remove(due)
  return isRead
}
