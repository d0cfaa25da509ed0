import type { AuditLogEntryId, FlagId } from '@bunting/contract'
import { sql } from 'kysely'
import type { Access } from '../core/access.ts'

export type EntryNames = NonNullable<Awaited<ReturnType<ReturnType<typeof entryNamesTable>['find']>>>

/** The names behind the ids of an audit entry. */
export const entryNamesTable = ({ db }: Access) => ({
  find: (id: AuditLogEntryId) =>
    db
      .selectFrom('audit_log as entry')
      .leftJoin('proposals as proposal', 'proposal.id', 'entry.resource_id')
      .leftJoin('flags as flag', (join) =>
        join.on('flag.id', '=', sql<FlagId>`coalesce(proposal.flag_id, entry.resource_id)`),
      )
      .leftJoin('segments as segment', 'segment.id', 'entry.resource_id')
      .leftJoin('api_keys as key', 'key.id', 'entry.resource_id')
      .leftJoin('environments as environment', 'environment.id', 'entry.environment_id')
      .leftJoin('users as proposer', 'proposer.id', 'proposal.created_by')
      .leftJoin('api_keys as proposing', 'proposing.id', 'proposal.created_by')
      .select([
        'entry.project_id as projectId',
        'environment.id as environmentId',
        'environment.name as environment',
        'flag.id as flagId',
        'flag.key as flagKey',
        'segment.key as segmentKey',
        'key.description as apiKey',
        'proposal.created_by as proposerId',
      ])
      .select((row) => row.fn.coalesce('proposer.name', 'proposing.description').as('proposer'))
      .where('entry.id', '=', id)
      .executeTakeFirst(),
})
