import type { ActorId, AuditAction, AuditLogEntry, OrganizationId, Page, Paging, ProjectId } from '@bunting/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Access } from '../core/access.ts'
import { isoTime, pageOf } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import type { AuditRow } from './hash.ts'

/** The actor of the last change, and its time. */
export type LastChange = { actorId: ActorId; atUs: number }

export type AuditFilter = Paging & {
  resourceType?: string | undefined
  resourceId?: string | undefined
  actorId?: string | undefined
  environmentId?: string | undefined
  /** Matches entries with any of these actions. */
  actions?: readonly AuditAction[] | undefined
  /** The range of times: `fromUs` is included, `toUs` is not. */
  fromUs?: number | undefined
  toUs?: number | undefined
}

type Rows = SelectQueryBuilder<Schema, 'audit_log', AuditRow>

export const auditLogTable = ({ db }: Access) => ({
  /** The actor and the time of the last entry about each resource. */
  lastOf: async (projectId: ProjectId, resourceIds: readonly string[]): Promise<Map<string, LastChange[]>> => {
    const rows = await db
      .selectFrom('audit_log as entry')
      .select(['entry.resource_id as of', 'entry.actor_id as actorId', 'entry.created_us as atUs'])
      .where('entry.scope', '=', projectId)
      .where('entry.resource_id', 'in', resourceIds)
      .where('entry.created_us', '=', (newest) =>
        newest
          .selectFrom('audit_log as other')
          .select((row) => row.fn.max('other.created_us').as('last'))
          .where('other.scope', '=', projectId)
          .whereRef('other.resource_id', '=', 'entry.resource_id'),
      )
      .execute()
    return Map.groupBy(rows, (row) => row.of)
  },

  /** The resources of the newest organization-wide entries with an action since a point in time, at most `max`. */
  recentOf: async (orgId: OrganizationId, action: AuditAction, sinceUs: number, max: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('audit_log')
      .select('resource_id')
      .where('scope', '=', orgId)
      .where('action', '=', action)
      .where('created_us', '>=', sinceUs)
      .orderBy('created_us', 'desc')
      .limit(max)
      .execute()
    return rows.map((row) => row.resource_id)
  },

  /** The entries that a project's log shows: its own, and those that concern the whole organization. */
  list: async (
    { id, orgId }: { id: string; orgId: string },
    { actions, ...filter }: AuditFilter,
  ): Promise<Page<AuditLogEntry>> => {
    // An entry about the whole organization belongs to no single environment.
    const scopes = filter.environmentId === undefined ? [id, orgId] : [id]
    // Each query reads a range of an index that is already in order, so a page costs the same however long the log is.
    const ranges = scopes.flatMap((scope) => {
      const range = narrow(db.selectFrom('audit_log').selectAll().where('scope', '=', scope), filter)
      return actions ? actions.map((action) => range.where('action', '=', action)) : [range]
    })
    const [first, ...others] = ranges.map((range) => db.selectFrom(range.as('range')).selectAll())
    if (!first) return { items: [], nextCursor: null, hasMore: false }
    const rows = await others
      .reduce((all, range) => all.unionAll(range), first)
      .orderBy('created_us', 'desc')
      .limit(filter.limit + 1)
      .execute()
    const page = pageOf(rows, filter, toEntry)
    // An entry with another organization's project is forged: no chain of this organization holds it.
    return { ...page, items: page.items.filter((entry) => entry.orgId === orgId) }
  },
})

const narrow = (rows: Rows, filter: Omit<AuditFilter, 'actions'>): Rows => {
  const { resourceType, resourceId, actorId, environmentId, fromUs, toUs, cursor, limit } = filter
  return rows
    .$if(resourceType !== undefined, (query) => query.where('resource_type', '=', resourceType as string))
    .$if(resourceId !== undefined, (query) => query.where('resource_id', '=', resourceId as string))
    .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId as ActorId))
    .$if(environmentId !== undefined, (query) => query.where('environment_id', '=', environmentId as never))
    .$if(fromUs !== undefined, (query) => query.where('created_us', '>=', fromUs as number))
    .$if(toUs !== undefined, (query) => query.where('created_us', '<', toUs as number))
    .$if(cursor !== undefined, (query) => query.where('created_us', '<', cursor as number))
    .orderBy('created_us', 'desc')
    .limit(limit + 1)
}

export const toEntry = (row: AuditRow): AuditLogEntry => ({
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
