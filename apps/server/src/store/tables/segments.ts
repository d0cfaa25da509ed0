import type { ProjectId, Segment, SegmentId } from '@bunting/contract'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime } from '../core/list.ts'
import { type KeyedChange, keyedTable, type NewKeyed } from './keyed-table.ts'

export type NewSegment = NewKeyed & {
  id: SegmentId
  unit: string | null
  large?: boolean | undefined
  keepIds?: boolean | undefined
  managedBy?: string | null | undefined
}
/** The fields to change. */
type SegmentChange = KeyedChange & { managedBy?: string | null }

const keyed = keyedTable(
  'segments',
  (row): Segment => ({
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    key: row.key,
    name: row.name,
    description: row.description,
    unit: row.unit,
    ...(row.large ? { large: true as const, keepIds: Boolean(row.keep_ids) } : {}),
    ...(row.managed_by === null ? {} : { managedBy: row.managed_by }),
    archivedAt: row.archived_us === null ? null : isoTime(row.archived_us),
    createdAt: isoTime(row.created_us),
  }),
)

export const segmentsTable = (access: Access) => {
  const table = keyed(access)
  return {
    ...table,
    countLarge: (projectId: ProjectId): Promise<number> =>
      countOf(
        access.db,
        access.db
          .selectFrom('segments')
          .select('created_us')
          .where('project_id', '=', projectId)
          .where('large', '=', true),
      ),
    insert: (segment: NewSegment, atUs: number): Promise<Segment> =>
      table.insert(
        segment,
        {
          unit: segment.unit,
          large: segment.large === true,
          keep_ids: segment.keepIds === true,
          managed_by: segment.managedBy ?? null,
        },
        atUs,
      ),
    update: (segment: Segment, change: SegmentChange): Promise<Segment> =>
      table.update(segment, change, { managed_by: change.managedBy }),
  }
}
