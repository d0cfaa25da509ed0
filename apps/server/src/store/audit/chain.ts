import type { ActorId, ActorType, AuditLogEntryId, OrganizationId } from '@bunting/contract'
import type { Insertable } from 'kysely'
import { type AuditDraft, environmentOf } from '../../rules/audit/audit.ts'
import { type Access, locked } from '../core/access.ts'
import { dueTable } from '../core/due.ts'
import { prepared, theOne } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { noticeOf } from '../core/signals.ts'
import { withNotice } from '../core/tell.ts'
import { type AuditRow, hashRows } from './hash.ts'

/** The actor whose action an audit entry records. */
export type ChangeActor = {
  id: ActorId
  type: ActorType
  orgId: OrganizationId
  /** The name that a program of an assistant gives itself, if the request came by one. Nobody checks it. */
  assistant?: string | undefined
}

const viaMeta = ({ assistant }: ChangeActor) =>
  assistant === undefined ? {} : { via: 'mcp', claimedClient: assistant }

type Sources = { newId: (kind: 'auditLogEntry') => AuditLogEntryId; nowUs: () => number }

/** A position in the chain, right after the entry that it names. */
export type ChainPosition = { seq: number; id: string }

/** The most rows per INSERT, so that either database's limit of parameters holds. */
const rowsAtOnce = 500

const lockHead = prepared((access, { orgId }: { orgId: OrganizationId }) =>
  locked(access, access.db.selectFrom('audit_chains').selectAll().where('org_id', '=', orgId)),
)

type Head = Pick<AuditRow, 'seq' | 'hash'> & { entry_id: AuditLogEntryId; last_us: number }

const moveHead = prepared((access, { orgId, notice, ...head }: Head & { orgId: OrganizationId; notice: string }) =>
  withNotice(access, access.db.updateTable('audit_chains').set(head).where('org_id', '=', orgId), notice),
)

type NewRow = Insertable<Schema['audit_log']>

/** Prepared for the usual case: most changes write a single entry. */
const insertEntry = prepared(({ db }, row: NewRow) => db.insertInto('audit_log').values(row))

/** The audit log as a chain: each entry has a hash over itself and the entry before it in its organization. */
export const auditChainTable = (access: Access) => {
  const { db } = access
  const due = dueTable(access)
  const insertAll = async (rows: readonly NewRow[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      await db
        .insertInto('audit_log')
        .values(rows.slice(at, at + rowsAtOnce))
        .execute()
    }
  }
  const headOf = (orgId: OrganizationId) => db.selectFrom('audit_chains').selectAll().where('org_id', '=', orgId)

  return {
    /**
     * Must be the last step of a transaction: it locks the chain of the organization, so nobody else appends until the
     * transaction ends. The lock also orders the times: each entry is later than the one before, even if the clocks of
     * instances differ. If a webhook is enabled, this also locks the outbox's `due` row; no deadlock follows, since
     * holders of that row never wait for a chain.
     */
    append: async (by: ChangeActor, drafts: readonly AuditDraft[], { newId, nowUs }: Sources): Promise<void> => {
      if (drafts.length === 0) return
      const head = theOne(await lockHead(access, by))
      const firstUs = Math.max(nowUs(), head.last_us + 1)
      const rows = hashRows(
        drafts.map((draft, at) => ({
          id: newId('auditLogEntry'),
          org_id: by.orgId,
          project_id: draft.projectId,
          environment_id: environmentOf(draft),
          actor_id: by.id,
          actor_type: by.type,
          action: draft.action,
          resource_type: draft.resourceType,
          resource_id: draft.resourceId,
          meta: JSON.stringify({ ...draft.meta, ...viaMeta(by) }),
          created_us: firstUs + at,
          seq: head.seq + 1 + at,
        })),
        head.hash,
      )
      const last = rows.at(-1) as (typeof rows)[number]
      if (rows.length === 1) await insertEntry(access, last)
      else await insertAll(rows)
      const { seq, hash, id: entry_id, created_us: last_us } = last
      const signal = { entries: by.orgId }
      const notice = noticeOf(access.sender, signal)
      await moveHead(access, { seq, hash, entry_id, last_us, orgId: by.orgId, notice })
      access.tell(signal)
      if (head.webhooks > 0) await due.setSooner([{ kind: 'outbox', subject: by.orgId }], 0)
    },

    /** The head of the chain; undefined if somebody deleted even that row. */
    head: (orgId: OrganizationId) => headOf(orgId).executeTakeFirst(),

    /** The next entries after a position, in the order of the chain. */
    after: async (orgId: OrganizationId, { seq, id }: ChainPosition, limit: number): Promise<AuditRow[]> =>
      db
        .selectFrom('audit_log')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('seq', '>=', seq)
        .where((row) => row.or([row('seq', '>', seq), row('id', '>', id as AuditLogEntryId)]))
        .orderBy('seq')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** The last entry before a point in time. */
    lastBefore: async (orgId: OrganizationId, us: number) =>
      db
        .selectFrom('audit_log')
        .select(['seq', 'id', 'hash'])
        .where('org_id', '=', orgId)
        .where('created_us', '<', us)
        .orderBy('created_us', 'desc')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
  }
}

export type AuditChain = ReturnType<typeof auditChainTable>
