import type { OrganizationId, ProjectChange, ProjectId } from '@bunting/contract'
import { sql } from 'kysely'
import type { Access } from '../core/access.ts'

/** An entry of the audit chain, as it is announced to those who follow a project. */
export type News = {
  seq: number
  /** Null if the entry concerns the whole organization. */
  projectId: ProjectId | null
  change: ProjectChange
}

/** Reads the new entries of organizations' audit chains. */
export const auditNewsTable = ({ db }: Access) => ({
  /** The next entries after a position, with the keys of the flags and segments that they are about. */
  after: async (orgId: OrganizationId, seq: number, limit: number): Promise<News[]> => {
    const rows = await db
      .selectFrom('audit_log as entry')
      .leftJoin('proposals as proposal', (join) => join.on(sql`proposal.id`, '=', sql`entry.resource_id`))
      .leftJoin('flags as flag', (join) =>
        join.on(sql`flag.id`, '=', sql`coalesce(proposal.flag_id, entry.resource_id)`),
      )
      .leftJoin('segments as segment', (join) =>
        join.on(sql`segment.id`, '=', sql`coalesce(proposal.segment_id, entry.resource_id)`),
      )
      .select(['entry.seq', 'entry.project_id', 'entry.environment_id', 'entry.action', 'entry.resource_type'])
      .select(['entry.resource_id', 'entry.meta', 'flag.key as flag_key', 'segment.key as segment_key'])
      .where('entry.org_id', '=', orgId)
      .where('entry.seq', '>', seq)
      .orderBy('entry.seq')
      .limit(limit)
      .execute()
    return rows.map((row) => {
      const meta = JSON.parse(row.meta) as { flagKey?: string; segmentKey?: string }
      const flagKey = row.flag_key ?? meta.flagKey
      const segmentKey = row.segment_key ?? meta.segmentKey
      return {
        seq: row.seq,
        projectId: row.project_id,
        change: {
          action: row.action,
          resourceType: row.resource_type,
          resourceId: row.resource_id,
          ...(row.environment_id === null ? {} : { environmentId: row.environment_id }),
          ...(flagKey === undefined ? {} : { flagKey }),
          ...(segmentKey === undefined ? {} : { segmentKey }),
        },
      }
    })
  },

  /** The sequence number of the newest entry in each organization's chain. */
  heads: async (orgIds: readonly OrganizationId[]): Promise<Map<OrganizationId, number>> => {
    const rows = await db.selectFrom('audit_chains').select(['org_id', 'seq']).where('org_id', 'in', orgIds).execute()
    return new Map(rows.map((row) => [row.org_id, row.seq]))
  },
})
