import type {
  ActorId,
  OrganizationId,
  Page,
  Paging,
  ProjectId,
  Webhook,
  WebhookFormat,
  WebhookId,
} from '@bunting/contract'
import type { Selectable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { dueTable } from '../core/due.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import { webhookDeliveriesTable } from './webhook-deliveries.ts'
import { restedUs } from './webhook-tries.ts'

export type NewWebhook = {
  id: WebhookId
  orgId: OrganizationId
  projectId: ProjectId | null
  url: string
  events: readonly string[]
  description: string | null
  format: WebhookFormat
  secret: string
  createdBy: ActorId
}

/** A webhook with its organization. Its secrets are never part of it. */
export type OwnWebhook = Webhook & {
  orgId: OrganizationId
  /** The actor whose rights it depends on: its maker, or the last one who enabled it. */
  answeredBy: ActorId
}

export type WebhookChange = {
  url?: string
  events?: readonly string[]
  description?: string | null
  enabled?: boolean
  /** The actor who enables it. */
  by?: ActorId
}

/** A webhook with everything needed for sending. */
export type SendingWebhook = OwnWebhook & {
  /** The secret that signs, and a previous one that is still valid. */
  secrets: readonly string[]
  /** No attempt is made before this time, after repeated failures. */
  restedUs: number
}

export const webhooksTable = (access: Access) => {
  const { db } = access
  const withId = (id: WebhookId) => db.selectFrom('webhooks').selectAll().where('id', '=', id)
  const ofOrganization = (orgId: OrganizationId) => db.selectFrom('webhooks').selectAll().where('org_id', '=', orgId)

  /**
   * Call this after each change of which webhooks are enabled, right before the audit entry is appended: it takes the
   * chain's lock, under which the count is exact despite concurrent changes. The webhook `from` begins to read after
   * the one entry that the change itself appends.
   */
  const recount = async (orgId: OrganizationId, from?: WebhookId): Promise<void> => {
    const chain = db.selectFrom('audit_chains').select('seq').where('org_id', '=', orgId)
    const { seq } = await locked(access, chain).executeTakeFirstOrThrow()
    // A separate statement, so that its count includes what others committed while this one waited for the lock.
    const webhooks = await countOf(db, ofOrganization(orgId).where('enabled', '=', true))
    await db.updateTable('audit_chains').set({ webhooks }).where('org_id', '=', orgId).execute()
    if (from) {
      await db
        .updateTable('webhooks')
        .set({ read_seq: seq + 1 })
        .where('id', '=', from)
        .execute()
    }
  }

  return {
    find: async (orgId: OrganizationId, id: string): Promise<OwnWebhook | undefined> => {
      const row = await ofOrganization(orgId)
        .where('id', '=', id as WebhookId)
        .executeTakeFirst()
      return row && toWebhook(row)
    },

    list: async (orgId: OrganizationId, paging: Paging): Promise<Page<OwnWebhook>> =>
      pageOf(await ofOrganization(orgId).$call(newestFirst(paging)).execute(), paging, toWebhook),

    /** Counts all, enabled or not. */
    count: (orgId: OrganizationId): Promise<number> => countOf(db, ofOrganization(orgId)),

    /**
     * Returns its current state, and locks it until the transaction ends: no one else changes it, or makes or records
     * its deliveries.
     */
    lock: async (id: WebhookId): Promise<OwnWebhook | undefined> => {
      const row = await locked(access, withId(id)).executeTakeFirst()
      return row && toWebhook(row)
    },

    /** Locks the enabled webhooks that depend on these actors, in the order of their ids. */
    lockEnabledOf: async (orgId: OrganizationId, makers: readonly ActorId[]): Promise<OwnWebhook[]> => {
      if (makers.length === 0) return []
      const query = ofOrganization(orgId)
        .where('enabled', '=', true)
        .where((row) => row(row.fn.coalesce('enabled_by', 'created_by'), 'in', makers))
        .orderBy('id')
      return (await locked(access, query).execute()).map(toWebhook)
    },

    /** Includes the secrets: for sending only, never for a response. */
    findForSending: async (id: WebhookId, nowUs: number): Promise<SendingWebhook | undefined> => {
      const row = await withId(id).executeTakeFirst()
      return row && toSending(row, nowUs)
    },

    insert: async (webhook: NewWebhook, atUs: number): Promise<OwnWebhook> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('webhooks')
          .values({
            id: webhook.id,
            org_id: webhook.orgId,
            project_id: webhook.projectId,
            url: webhook.url,
            events: JSON.stringify(webhook.events),
            description: webhook.description,
            format: webhook.format,
            enabled: true,
            secret: webhook.secret,
            read_seq: 0,
            failures: 0,
            created_by: webhook.createdBy,
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['org_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toWebhook(row)
    },

    /** Enabling it, or changing its address, resets its failures. */
    update: async (id: WebhookId, { events, by, ...change }: WebhookChange): Promise<OwnWebhook> => {
      const anew = change.url !== undefined || change.enabled === true
      const row = await db
        .updateTable('webhooks')
        .set({
          ...change,
          ...(events === undefined ? {} : { events: JSON.stringify(events) }),
          ...(change.enabled === undefined ? {} : { disabled_reason: null }),
          ...(anew ? { failures: 0 } : {}),
          ...(change.enabled === true && by !== undefined ? { enabled_by: by } : {}),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return toWebhook(row)
    },

    /** Gives up waiting deliveries. Call this right before the audit entry is appended, like `recount`. */
    disable: async ({ id, orgId }: OwnWebhook, reason: string | null): Promise<OwnWebhook> => {
      const row = await db
        .updateTable('webhooks')
        .set({ enabled: false, disabled_reason: reason })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await webhookDeliveriesTable(access).giveUp(id)
      await dueTable(access).remove({ kind: 'webhook', subject: id })
      await recount(orgId)
      return toWebhook(row)
    },

    /** Deletes its deliveries too. Call this right before the audit entry is appended, like `recount`. */
    delete: async ({ id, orgId }: OwnWebhook): Promise<void> => {
      await db.deleteFrom('webhooks').where('id', '=', id).execute()
      await dueTable(access).remove({ kind: 'webhook', subject: id })
      await recount(orgId)
    },

    /** Sets a new secret. The current one signs until the given time; the one before that stops at once. */
    setSecret: async (id: WebhookId, secret: string, previousUntilUs: number): Promise<void> => {
      await db
        .updateTable('webhooks')
        .set((row) => ({ secret, previous_secret: row.ref('secret'), previous_until_us: previousUntilUs }))
        .where('id', '=', id)
        .execute()
    },

    /** Deletes the previous secrets of all webhooks that no longer sign. */
    forgetSecrets: async (nowUs: number): Promise<void> => {
      await db
        .updateTable('webhooks')
        .set({ previous_secret: null, previous_until_us: null })
        .where('previous_until_us', '<=', nowUs)
        .execute()
    },

    recount,
  }
}

const toWebhook = (row: Selectable<Schema['webhooks']>): OwnWebhook => ({
  id: row.id,
  orgId: row.org_id,
  projectId: row.project_id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  description: row.description,
  format: row.format,
  enabled: Boolean(row.enabled),
  disabledReason: row.disabled_reason,
  createdBy: row.created_by,
  answeredBy: row.enabled_by ?? row.created_by,
  createdAt: isoTime(row.created_us),
})

const toSending = (row: Selectable<Schema['webhooks']>, nowUs: number): SendingWebhook => {
  const { secret, previous_secret: previous, previous_until_us: untilUs } = row
  const secrets = previous !== null && untilUs !== null && untilUs > nowUs ? [secret, previous] : [secret]
  return { ...toWebhook(row), secrets, restedUs: restedUs(row) }
}
