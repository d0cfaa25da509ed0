import type { FlagId, Page, Paging, PlacedFlagVersion } from '@bunting/contract'
import type { Access } from '../core/access.ts'
import { type FlagVersionRow, toHistoric } from './flag-version-row.ts'

/**
 * The versions of a flag in all environments, newest first. Times are unique only within an environment, and the cursor
 * is a time: so versions of several environments with the same time are put on the same page.
 */
export const listEverywhere = async (
  { db }: Access,
  flagId: FlagId,
  { cursor, limit }: Paging,
): Promise<Page<PlacedFlagVersion>> => {
  const versions = () => db.selectFrom('flag_versions').where('flag_id', '=', flagId)
  const moments = await versions()
    .select('created_us')
    .$if(cursor !== undefined, (query) => query.where('created_us', '<', cursor as number))
    .orderBy('created_us', 'desc')
    .limit(limit + 1)
    .execute()
  const untilUs = lastMoment(
    moments.map(({ created_us }) => created_us),
    limit,
  )
  if (untilUs === undefined) return { items: [], nextCursor: null, hasMore: false }
  const rows = await versions()
    .selectAll()
    .where('created_us', '>=', untilUs)
    .$if(cursor !== undefined, (query) => query.where('created_us', '<', cursor as number))
    .orderBy('created_us', 'desc')
    .orderBy('environment_id')
    .execute()
  const older = await versions().select('id').where('created_us', '<', untilUs).limit(1).executeTakeFirst()
  return { items: rows.map(toPlaced), nextCursor: older ? untilUs : null, hasMore: older !== undefined }
}

/** The last time whose versions all fit on the page. `moments` are the times of the page and of one more version. */
const lastMoment = (moments: readonly number[], limit: number): number | undefined => {
  const last = moments[limit - 1]
  if (last === undefined || last !== moments[limit]) return last ?? moments.at(-1)
  return moments.findLast((moment) => moment > last) ?? last
}

const toPlaced = (row: FlagVersionRow): PlacedFlagVersion => ({ ...toHistoric(row), environmentId: row.environment_id })
