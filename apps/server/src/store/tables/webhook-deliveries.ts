import type {
  AuditAction,
  AuditLogEntryId,
  MessageId,
  Page,
  Paging,
  WebhookDelivery,
  WebhookId,
} from '@bunting/contract'
import { type Selectable, sql } from 'kysely'
import { entryIdOf, messageIdOf } from '../../rules/webhooks.ts'
import type { Access } from '../core/access.ts'
import { isoTime, pageOf } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import { readAttempts, webhookTries } from './webhook-tries.ts'

type Row = Selectable<Schema['webhook_deliveries']> & { action: AuditAction }

export type NewDelivery = { webhookId: WebhookId; entryId: AuditLogEntryId; createdUs: number }

/** The `next_us` of a first attempt: it waits only for earlier ones, whatever the clock says. */
const atOnce = 0

/** The most rows per INSERT, so that either database's limit of parameters holds. */
const rowsAtOnce = 500

export const webhookDeliveriesTable = (access: Access) => {
  const { db } = access
  const ofWebhook = (id: WebhookId) =>
    db
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('audit_log as entry', 'entry.id', 'delivery.entry_id')
      .selectAll('delivery')
      .select('entry.action')
      .where('delivery.webhook_id', '=', id)
  const one = (id: WebhookId, messageId: string) =>
    ofWebhook(id).where('delivery.entry_id', '=', entryIdOf(messageId as MessageId))

  return {
    ...webhookTries(access),

    /** Newest first. */
    list: async (webhookId: WebhookId, paging: Paging): Promise<Page<WebhookDelivery>> => {
      const { cursor, limit } = paging
      const rows = await ofWebhook(webhookId)
        .$if(cursor !== undefined, (query) => query.where('delivery.created_us', '<', cursor as number))
        .orderBy('delivery.created_us', 'desc')
        .limit(limit + 1)
        .execute()
      return pageOf(rows, paging, toDelivery)
    },

    find: async (webhookId: WebhookId, messageId: string): Promise<WebhookDelivery | undefined> => {
      if (!messageId.startsWith('msg_')) return undefined
      const row = await one(webhookId, messageId).executeTakeFirst()
      return row && toDelivery(row)
    },

    insert: async (deliveries: readonly NewDelivery[]): Promise<void> => {
      for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
        await db
          .insertInto('webhook_deliveries')
          .values(
            deliveries.slice(at, at + rowsAtOnce).map(({ webhookId, entryId, createdUs }) => ({
              webhook_id: webhookId,
              entry_id: entryId,
              status: 'waiting' as const,
              attempts: '[]',
              tries: 0,
              next_us: atOnce,
              created_us: createdUs,
            })),
          )
          .execute()
      }
    },

    /** Sends it again as if it were new. */
    resend: async (webhookId: WebhookId, messageId: MessageId, nowUs: number): Promise<WebhookDelivery> => {
      await db
        .updateTable('webhook_deliveries')
        .set({ status: 'waiting', tries: 0, next_us: nowUs })
        .where('webhook_id', '=', webhookId)
        .where('entry_id', '=', entryIdOf(messageId))
        .execute()
      return toDelivery(await one(webhookId, messageId).executeTakeFirstOrThrow())
    },

    /** Marks everything that waits as failed, when the webhook is disabled. */
    giveUp: async (webhookId: WebhookId): Promise<void> => {
      await db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', next_us: null })
        .where('webhook_id', '=', webhookId)
        .where('next_us', 'is not', null)
        .execute()
    },

    /** Deletes the oldest from before a point in time, at most `limit`. Returns how many. */
    deleteBefore: async (us: number, limit: number): Promise<number> => {
      const old = db
        .selectFrom('webhook_deliveries')
        .select(['webhook_id', 'entry_id'])
        .where('created_us', '<', us)
        .orderBy('created_us')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('webhook_deliveries')
        .where(sql<boolean>`(webhook_id, entry_id) in ${old}`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

const toDelivery = (row: Row): WebhookDelivery => ({
  id: messageIdOf(row.entry_id),
  type: row.action,
  status: row.status,
  attempts: readAttempts(row),
  nextAttemptAt: row.next_us === null ? null : isoTime(row.next_us === atOnce ? row.created_us : row.next_us),
})
