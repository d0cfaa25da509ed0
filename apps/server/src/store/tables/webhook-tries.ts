import type { Attempt, AuditLogEntry, AuditLogEntryId, WebhookId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { restUs } from '../../rules/webhook-tries.ts'
import { shownAttempts } from '../../rules/webhooks.ts'
import { toEntry } from '../audit/log.ts'
import { type Access, locked } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

type Row = Selectable<Schema['webhook_deliveries']>
type DeliveryRef = { webhookId: WebhookId; entryId: AuditLogEntryId }

/** A message to send: an audit entry, with the names behind its ids. */
export type Sendable = DeliveryRef & {
  entry: AuditLogEntry
  /** Undefined for the operator and for unknown actors. */
  actor: string | undefined
  project: string | undefined
  environment: string | undefined
  /** The number of attempts since it was created, or sent again by hand. */
  tries: number
}

/** The result of an attempt. `nextUs` is the time of the next one, if there is one. */
export type Tried = DeliveryRef & { attempt: Attempt } & (
    | { status: 'delivered' | 'failed' }
    | { status: 'waiting'; nextUs: number }
  )

/** The time of a webhook's next attempt; null if nothing waits. */
export type NextTry = { webhookId: WebhookId; nextUs: number | null }

export const webhookTries = (access: Access) => {
  const { db } = access

  /** Returns their current state, and locks their webhooks against other tries until the transaction ends. */
  const lockTried = async (webhookIds: readonly WebhookId[], tried: readonly Tried[]): Promise<Row[]> => {
    const webhooks = db.selectFrom('webhooks').select('id').where('id', 'in', webhookIds).orderBy('id')
    await locked(access, webhooks).execute()
    return db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', 'in', webhookIds)
      .where('entry_id', 'in', [...new Set(tried.map(({ entryId }) => entryId))])
      .execute()
  }

  /** Saves all rows in one statement. They exist: deletion happens under the same lock. */
  const replace = async (rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return
    await db
      .insertInto('webhook_deliveries')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'entry_id']).doUpdateSet((row) => ({
          status: row.ref('excluded.status'),
          attempts: row.ref('excluded.attempts'),
          tries: row.ref('excluded.tries'),
          next_us: row.ref('excluded.next_us'),
        })),
      )
      .execute()
  }

  const setFailures = async (tried: readonly Tried[], nowUs: number): Promise<void> => {
    const well = new Set(tried.filter(({ status }) => status === 'delivered').map(({ webhookId }) => webhookId))
    const failed = tried.map(({ webhookId }) => webhookId).filter((id) => !well.has(id))
    const webhooks = db.updateTable('webhooks')
    if (well.size > 0) {
      await webhooks
        .set({ failures: 0 })
        .where('id', 'in', [...well])
        .where('failures', '>', 0)
        .execute()
    }
    if (failed.length > 0) {
      await webhooks
        .set((row) => ({ failures: row('failures', '+', 1), failed_us: nowUs }))
        .where('id', 'in', failed)
        .execute()
    }
  }

  return {
    /**
     * The deliveries to try now, at most `limit`: first attempts in the order of their entries, then repeated ones.
     * None for a disabled webhook.
     */
    next: async (webhookId: WebhookId, nowUs: number, limit = 1): Promise<Sendable[]> => {
      const rows = await db
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
        .innerJoin('audit_log as entry', 'entry.id', 'delivery.entry_id')
        .leftJoin('users as person', 'person.id', 'entry.actor_id')
        .leftJoin('api_keys as key', 'key.id', 'entry.actor_id')
        .leftJoin('projects as project', 'project.id', 'entry.project_id')
        .leftJoin('environments as environment', 'environment.id', 'entry.environment_id')
        .selectAll('entry')
        .select(['delivery.tries', 'project.slug as project', 'environment.slug as environment'])
        .select((row) => row.fn.coalesce('person.name', 'key.description').as('actor'))
        .where('delivery.webhook_id', '=', webhookId)
        .where('delivery.next_us', '<=', nowUs)
        .where('webhook.enabled', '=', true)
        .orderBy('delivery.next_us')
        .orderBy('delivery.created_us')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        webhookId,
        entryId: row.id,
        entry: toEntry(row),
        actor: row.actor ?? undefined,
        project: row.project ?? undefined,
        environment: row.environment ?? undefined,
        tries: row.tries,
      }))
    },

    /**
     * Records the results of attempts, for any webhooks, in a few statements. Webhooks that still exist stay locked;
     * deleted deliveries are skipped. What was delivered stays delivered, whatever the result of another attempt.
     */
    record: async (tried: readonly Tried[], nowUs: number): Promise<void> => {
      const webhookIds = [...new Set(tried.map(({ webhookId }) => webhookId))]
      if (webhookIds.length === 0) return
      const rows = new Map(
        (await lockTried(webhookIds, tried)).map((row) => [`${row.webhook_id} ${row.entry_id}`, row]),
      )
      const changed = new Map<string, Row>()
      for (const one of tried) {
        const place = `${one.webhookId} ${one.entryId}`
        const row = changed.get(place) ?? rows.get(place)
        if (row) changed.set(place, afterTry(row, one))
      }
      await replace([...changed.values()])
      await setFailures(tried, nowUs)
    },

    /** The time of each webhook's next attempt: when a delivery is due, but not before its pause after failures is over. */
    nextTries: async (webhookIds: readonly WebhookId[]): Promise<NextTry[]> => {
      const rows = await db
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
        .select(['webhook.id', 'webhook.failures', 'webhook.failed_us'])
        .select((row) => row.fn.min<number>('delivery.next_us').as('nextUs'))
        .where('webhook.id', 'in', webhookIds)
        .where('delivery.next_us', 'is not', null)
        .groupBy(['webhook.id', 'webhook.failures', 'webhook.failed_us'])
        .execute()
      const waiting = new Map(rows.map((row) => [row.id, Math.max(row.nextUs, restedUs(row))]))
      return webhookIds.map((webhookId) => ({ webhookId, nextUs: waiting.get(webhookId) ?? null }))
    },
  }
}

/** The time from which a webhook that failed repeatedly is tried again. */
export const restedUs = ({ failures, failed_us }: Pick<Selectable<Schema['webhooks']>, 'failures' | 'failed_us'>) =>
  failed_us + restUs(failures)

export const readAttempts = ({ attempts }: Pick<Row, 'attempts'>): Attempt[] => JSON.parse(attempts) as Attempt[]

const afterTry = (row: Row, tried: Tried): Row => {
  const attempts = JSON.stringify([...readAttempts(row), tried.attempt].slice(-shownAttempts))
  if (row.status !== 'waiting') {
    const delivered = row.status === 'delivered' || tried.status === 'delivered'
    return { ...row, attempts, status: delivered ? 'delivered' : 'failed' }
  }
  const next_us = tried.status === 'waiting' ? tried.nextUs : null
  return { ...row, attempts, tries: row.tries + 1, status: tried.status, next_us }
}
