import type { ActorId, EnvironmentId, ProposalId } from '@bunting/contract'
import { costOf, type FlagConfig, type SegmentConfig } from '@bunting/engine'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Name } from '../bundles/changes.ts'
import type { Needs } from '../bundles/config-references.ts'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

/** A config, by whom it is appended to a series, and why. */
export type NewVersion<Config> = {
  config: Config
  needs: Needs
  createdBy: ActorId
  proposalId: ProposalId | null
  /** Why, where that was said. */
  comment?: string | null | undefined
  /** Of a flag: saved past the proposals. */
  emergency?: boolean | undefined
}

/** A version, and the segments that flags may need since or no longer; undefined where those are too many. */
export type Appended<Version> = { version: Version; segments: readonly Name[] | undefined }

type Placed = NewVersion<FlagConfig | SegmentConfig> & { environmentId: EnvironmentId }

/** What versions of flags and of segments have in common. */
export const columnsOf = ({ environmentId, config, createdBy, proposalId, comment = null }: Placed) => ({
  environment_id: environmentId,
  version: config.version,
  created_by: createdBy,
  proposal_id: proposalId,
  comment,
  cost: Math.ceil(costOf(config)),
})

/** Later in the list than the versions before, whatever the clock says. */
export const laterThan = <Table extends 'flag_versions' | 'segment_versions'>(
  { dialect }: Access,
  before: SelectQueryBuilder<Schema, Table, object>,
  atUs: number,
): RawBuilder<number> => {
  const greatest = sql.raw(dialect === 'postgres' ? 'greatest' : 'max')
  const lastUs = before.clearSelect().select(sql<number | null>`max(created_us)`.as('last'))
  return sql<number>`${greatest}(${atUs}, coalesce(${lastUs}, 0) + 1)`
}
