import type { Segment, SegmentId } from '@bunting/contract'
import type { Access } from '../core/access.ts'
import { isoTime } from '../core/list.ts'
import { type KeyedChange, keyedTable, type NewKeyed } from './keyed-table.ts'

export type NewSegment = NewKeyed & { id: SegmentId; unit: string | null }

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
    archivedAt: row.archived_us === null ? null : isoTime(row.archived_us),
    createdAt: isoTime(row.created_us),
  }),
)

export const segmentsTable = (access: Access) => {
  const table = keyed(access)
  return {
    ...table,
    insert: (segment: NewSegment, atUs: number): Promise<Segment> =>
      table.insert(segment, { unit: segment.unit }, atUs),
    update: (segment: Segment, change: KeyedChange): Promise<Segment> => table.update(segment, change),
  }
}
