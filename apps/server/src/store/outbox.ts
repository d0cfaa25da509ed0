import type { AuditAction, AuditLogEntryId, OrganizationId, Plan, ProjectId, WebhookId } from '@bunting/contract'
import { type Access, locked } from './access.ts'
import { restedUs } from './webhook-tries.ts'

/** An enabled webhook, and how far it has read the chain of its organization. */
export type Reader = {
  id: WebhookId
  projectId: ProjectId | null
  events: readonly string[]
  readSeq: number
  /** It is not tried before: it failed again and again. */
  restedUs: number
}

/** What is to be known of an entry to find out who is sent it. */
export type OutboxEntry = {
  id: AuditLogEntryId
  seq: number
  action: AuditAction
  projectId: ProjectId | null
  createdUs: number
}

/** The audit chain as what webhooks are sent from. */
export const outboxTable = (access: Access) => {
  const { db } = access
  const enabled = (orgId: OrganizationId) =>
    db.selectFrom('webhooks').where('org_id', '=', orgId).where('enabled', '=', true)

  return {
    planOf: async (orgId: OrganizationId): Promise<Plan> => {
      const { plan } = await db
        .selectFrom('organizations')
        .select('plan')
        .where('id', '=', orgId)
        .executeTakeFirstOrThrow()
      return plan
    },

    /** Nobody else makes deliveries for them, or changes them, until the transaction ends. */
    lockReaders: async (orgId: OrganizationId): Promise<Reader[]> => {
      const rows = await locked(access, enabled(orgId).selectAll().orderBy('id')).execute()
      return rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        events: JSON.parse(row.events) as string[],
        readSeq: row.read_seq,
        restedUs: restedUs(row),
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

    moveOn: async (orgId: OrganizationId, seq: number): Promise<void> => {
      await db
        .updateTable('webhooks')
        .set({ read_seq: seq })
        .where('org_id', '=', orgId)
        .where('enabled', '=', true)
        .where('read_seq', '<', seq)
        .execute()
    },

    /** Whether all have read everything that there is. */
    isRead: async (orgId: OrganizationId): Promise<boolean> => {
      const behind = await enabled(orgId)
        .innerJoin('audit_chains as chain', 'chain.org_id', 'webhooks.org_id')
        .select('webhooks.id')
        .whereRef('webhooks.read_seq', '<', 'chain.seq')
        .limit(1)
        .executeTakeFirst()
      return behind === undefined
    },
  }
}
