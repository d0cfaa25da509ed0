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

/** An enabled webhook, and how far it has read the chain of its organization. */
export type WebhookCursor = {
  id: WebhookId
  projectId: ProjectId | null
  events: readonly string[]
  readSeq: number
  /** It is not tried before: it failed again and again. */
  restedUs: number
  /** Whose right it hangs on. */
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
 * A webhook for which so much waits to be tried reads on when some of it was, and one that failed when all was: what is
 * dead costs those who change something nothing.
 */
const maxWaiting = 50

/** The audit chain as what webhooks are sent from. */
export const outboxTable = (access: Access) => {
  const { db } = access
  const untried = sql`from webhook_deliveries where webhook_id = webhooks.id and next_us = 0`
  const hasRoom = sql<boolean>`case when webhooks.failures > 0
    then not exists (select 1 ${untried}) else (select count(*) ${untried}) < ${maxWaiting} end`
  /** Those that are enabled, have not read everything, and have room for more. */
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

    /** The next entries, in their order. None comes between two of them later: places are given under the chain's lock. */
    entriesAfter: (orgId: OrganizationId, seq: number, limit: number): Promise<OutboxEntry[]> =>
      db
        .selectFrom('audit_log')
        .select(['id', 'seq', 'action', 'project_id as projectId', 'created_us as createdUs'])
        .where('org_id', '=', orgId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** Those alone that were locked: one that was made meanwhile begins where it begins. */
    moveOn: async (read: readonly WebhookCursor[], seq: number): Promise<void> => {
      const behind = read.filter(({ readSeq }) => readSeq < seq).map(({ id }) => id)
      await db.updateTable('webhooks').set({ read_seq: seq }).where('id', 'in', behind).execute()
    },

    /** Whether all that have room have read everything that there is. */
    isRead: async (orgId: OrganizationId): Promise<boolean> =>
      (await cursors(orgId).select('webhooks.id').limit(1).executeTakeFirst()) === undefined,

    /** Something of these webhooks was tried: those that had no room for what they have not read may have some. */
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
