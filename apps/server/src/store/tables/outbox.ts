import type {
  ActorId,
  AuditAction,
  AuditLogEntryId,
  OrganizationId,
  Plan,
  ProjectId,
  WebhookId,
} from '@bunting/contract'
import { sql } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { dueTable } from '../core/due.ts'
import { restedUs } from './webhook-tries.ts'

/** An enabled webhook, and its read position in the chain of its organization. */
export type WebhookCursor = {
  id: WebhookId
  projectId: ProjectId | null
  events: readonly string[]
  readSeq: number
  /** No attempt is made before this time, after repeated failures. */
  restedUs: number
  /** The actor whose rights the webhook depends on. */
  answeredBy: ActorId
}

/** The fields of an entry that decide which webhooks get it. */
export type OutboxEntry = {
  id: AuditLogEntryId
  seq: number
  action: AuditAction
  projectId: ProjectId | null
  createdUs: number
}

/**
 * The most untried deliveries of a webhook: with more, it reads on when some were tried; one that failed, when all
 * were. So a dead webhook costs those who make changes nothing.
 */
const maxWaiting = 50

/** Reads the audit chain as the source of webhook deliveries. */
export const outboxTable = (access: Access) => {
  const { db } = access
  const untried = sql`from webhook_deliveries where webhook_id = webhooks.id and next_us = 0`
  const hasRoom = sql<boolean>`case when webhooks.failures > 0
    then not exists (select 1 ${untried}) else (select count(*) ${untried}) < ${maxWaiting} end`
  /** The enabled webhooks that have unread entries and room for more deliveries. */
  const cursors = (orgId: OrganizationId) =>
    db
      .selectFrom('webhooks')
      .where('webhooks.org_id', '=', orgId)
      .where('webhooks.enabled', '=', true)
      .where('webhooks.read_seq', '<', (chain) =>
        chain.selectFrom('audit_chains').select('audit_chains.seq').where('audit_chains.org_id', '=', orgId),
      )
      .where(hasRoom)

  return {
    planOf: async (orgId: OrganizationId): Promise<Plan> => {
      const { plan } = await db
        .selectFrom('organizations')
        .select('plan')
        .where('id', '=', orgId)
        .executeTakeFirstOrThrow()
      return plan
    },

    /** Locks the webhooks until the transaction ends: no one else changes them, or makes deliveries for them. */
    lockCursors: async (orgId: OrganizationId): Promise<WebhookCursor[]> => {
      const rows = await locked(access, cursors(orgId).selectAll().orderBy('webhooks.id')).execute()
      return rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        events: JSON.parse(row.events) as string[],
        readSeq: row.read_seq,
        restedUs: restedUs(row),
        answeredBy: row.enabled_by ?? row.created_by,
      }))
    },

    /** The next entries in order. None can be inserted between them later: positions are assigned under the chain's lock. */
    entriesAfter: (orgId: OrganizationId, seq: number, limit: number): Promise<OutboxEntry[]> =>
      db
        .selectFrom('audit_log')
        .select(['id', 'seq', 'action', 'project_id as projectId', 'created_us as createdUs'])
        .where('org_id', '=', orgId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** Moves only the webhooks that were locked: one created meanwhile has a start of its own. */
    moveOn: async (read: readonly WebhookCursor[], seq: number): Promise<void> => {
      const behind = read.filter(({ readSeq }) => readSeq < seq).map(({ id }) => id)
      await db.updateTable('webhooks').set({ read_seq: seq }).where('id', 'in', behind).execute()
    },

    /** Tells whether all webhooks with room have read all entries. */
    isRead: async (orgId: OrganizationId): Promise<boolean> =>
      (await cursors(orgId).select('webhooks.id').limit(1).executeTakeFirst()) === undefined,

    /** After attempts for these webhooks, reading resumes for those that had no room and may have some now. */
    readOn: async (webhookIds: readonly WebhookId[]): Promise<void> => {
      const behind = await db
        .selectFrom('webhooks')
        .innerJoin('audit_chains as chain', 'chain.org_id', 'webhooks.org_id')
        .select('webhooks.org_id as orgId')
        .distinct()
        .where('webhooks.id', 'in', webhookIds)
        .where('webhooks.enabled', '=', true)
        .whereRef('webhooks.read_seq', '<', 'chain.seq')
        .execute()
      await dueTable(access).setSooner(
        behind.map(({ orgId }) => ({ kind: 'outbox' as const, subject: orgId })),
        0,
      )
    },
  }
}
