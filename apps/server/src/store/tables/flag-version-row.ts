import type { FlagVersion, HistoricFlagVersion } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { Selectable } from 'kysely'
import { remembering } from '../../base/remembering.ts'
import { isoTime } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export type FlagVersionRow = Selectable<Schema['flag_versions']>

type ConfigIn = (text: string) => FlagConfig

const parseConfig: ConfigIn = (text) => JSON.parse(text)

/** Cached parsing: pages show the same configs again and again, and most of a page's time would go into parsing. */
export const shownConfig = remembering(parseConfig)

export const toFlagVersion = (
  row: Pick<FlagVersionRow, 'id' | 'version' | 'config' | 'created_us'>,
  configIn: ConfigIn = parseConfig,
): FlagVersion => ({
  id: row.id,
  version: row.version,
  config: configIn(row.config),
  createdAt: isoTime(row.created_us),
})

export const toHistoric = (row: FlagVersionRow): HistoricFlagVersion => ({
  ...toFlagVersion(row),
  createdBy: row.created_by,
  proposalId: row.proposal_id,
  ...(row.schedule_id === null ? {} : { scheduleId: row.schedule_id }),
  ...(row.comment === null ? {} : { comment: row.comment }),
  ...(row.emergency ? { emergency: true as const } : {}),
})
