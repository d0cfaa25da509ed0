import type {
  ActorId,
  ActorType,
  AuditLogEntry,
  AuditLogEntryId,
  OrganizationId,
  Page,
  Paging,
  ProjectId,
} from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { AuditDraft } from '../rules/audit.ts'
import type { Access } from './access.ts'
import { isoTime, pageOf, placeInList } from './list.ts'
import type { Schema } from './schema.ts'

export type NewAuditLogEntry = AuditDraft & {
  id: AuditLogEntryId
  orgId: OrganizationId
  actorId: ActorId
  actorType: ActorType
}
/** Who changed something last, and when. */
export type LastChange = { actorId: ActorId; atUs: number }

export type AuditFilter = Paging & {
  resourceType?: string | undefined
  resourceId?: string | undefined
  /** What the plan lets them see. */
  sinceUs?: number | undefined
}

export const auditLogTable = ({ db }: Access) => ({
  append: async (entry: NewAuditLogEntry, atUs: number): Promise<void> => {
    await placeInList(atUs, (created_us) =>
      db
        .insertInto('audit_log')
        .values({
          id: entry.id,
          org_id: entry.orgId,
          project_id: entry.projectId,
          actor_id: entry.actorId,
          actor_type: entry.actorType,
          action: entry.action,
          resource_type: entry.resourceType,
          resource_id: entry.resourceId,
          meta: JSON.stringify(entry.meta),
          created_us,
        })
        .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
  },

  /** The last entry about each resource: who and when. */
  lastOf: async (projectId: ProjectId, resourceIds: readonly string[]): Promise<Map<string, LastChange[]>> => {
    const rows = await db
      .selectFrom('audit_log as entry')
      .select(['entry.resource_id as of', 'entry.actor_id as actorId', 'entry.created_us as atUs'])
      .where('entry.project_id', '=', projectId)
      .where('entry.resource_id', 'in', resourceIds)
      .where('entry.created_us', '=', (newest) =>
        newest
          .selectFrom('audit_log as other')
          .select((row) => row.fn.max('other.created_us').as('last'))
          .where('other.project_id', '=', projectId)
          .whereRef('other.resource_id', '=', 'entry.resource_id'),
      )
      .execute()
    return Map.groupBy(rows, (row) => row.of)
  },

  list: async (projectId: ProjectId, filter: AuditFilter): Promise<Page<AuditLogEntry>> => {
    const { cursor, resourceType, resourceId, sinceUs } = filter
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('project_id', '=', projectId)
      .$if(resourceType !== undefined, (query) => query.where('resource_type', '=', resourceType as string))
      .$if(resourceId !== undefined, (query) => query.where('resource_id', '=', resourceId as string))
      .$if(sinceUs !== undefined, (query) => query.where('created_us', '>=', sinceUs as number))
      .$if(cursor !== undefined, (query) => query.where('created_us', '<', cursor as number))
      .orderBy('created_us', 'desc')
      .limit(filter.limit + 1)
      .execute()
    return pageOf(rows, filter, toEntry)
  },
})

const toEntry = (row: Selectable<Schema['audit_log']>): AuditLogEntry => ({
  id: row.id,
  orgId: row.org_id,
  actorId: row.actor_id,
  actorType: row.actor_type,
  action: row.action,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  meta: JSON.parse(row.meta) as AuditLogEntry['meta'],
  createdAt: isoTime(row.created_us),
})
