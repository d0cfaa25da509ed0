import type { ActorId, EnvironmentId, ProposalId } from '@bunting/contract'
import { costOf, type FlagConfig, type SegmentConfig } from '@bunting/engine'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Name } from '../bundles/changes.ts'
import type { Needs } from '../bundles/config-references.ts'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

/** A config to append to a series, with its author and reason. */
export type NewVersion<Config> = {
  config: Config
  needs: Needs
  createdBy: ActorId
  proposalId: ProposalId | null
  /** The reason, if one was given. */
  comment?: string | null | undefined
  /** Only for flags: saved without a proposal, in an emergency. */
  emergency?: boolean | undefined
}

/** A version, and the segments that flags may need since, or no longer; undefined if those are too many. */
export type Appended<Version> = { version: Version; segments: readonly Name[] | undefined }

type Placed = NewVersion<FlagConfig | SegmentConfig> & { environmentId: EnvironmentId }

/** The columns that versions of flags and of segments share. */
export const columnsOf = ({ environmentId, config, createdBy, proposalId, comment = null }: Placed) => ({
  environment_id: environmentId,
  version: config.version,
  created_by: createdBy,
  proposal_id: proposalId,
  comment,
  cost: Math.ceil(costOf(config)),
})

/** A time later than that of all earlier versions, whatever the clock says. */
export const laterThan = <Table extends 'flag_versions' | 'segment_versions'>(
  { dialect }: Access,
  before: SelectQueryBuilder<Schema, Table, object>,
  atUs: number,
): RawBuilder<number> => {
  const greatest = sql.raw(dialect === 'postgres' ? 'greatest' : 'max')
  const lastUs = before.clearSelect().select(sql<number | null>`max(created_us)`.as('last'))
  return sql<number>`${greatest}(${atUs}, coalesce(${lastUs}, 0) + 1)`
}
