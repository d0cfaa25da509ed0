import type {
  EnvironmentId,
  FlagId,
  OrganizationId,
  Page,
  Paging,
  ProjectId,
  ProposalId,
  ProposalKind,
  ProposalStatus,
} from '@bunting/contract'
import { type Selectable, sql } from 'kysely'
import type {
  Content,
  FlagProposal,
  Proposal,
  Proposed,
  ReviewedProposal,
  SegmentProposal,
} from '../../rules/changes/proposals.ts'
import { type Access, locked } from '../core/access.ts'
import { fitting, isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import type { FlagRef } from './flag-versions.ts'
import type { SegmentPlace } from './segment-versions.ts'

export type NewProposal = Content & Omit<Proposed, 'createdAt'>
type Row = Selectable<Schema['proposals']> & { emergency_version?: number | null }
/** The flag, segment, environment or project that proposals belong to. */
type Of = Partial<Pick<Row, 'flag_id' | 'segment_id' | 'environment_id' | 'project_id'>>
export type ProposalFilter = Paging & { status?: ProposalStatus | undefined }

/** The number of the newest emergency version of a pending proposal's flag since the proposal was made. */
export const emergencySince = sql<number | null>`case when proposals.status = 'pending' then (
  select max(flag_versions.version) from flag_versions
  where flag_versions.flag_id = proposals.flag_id and flag_versions.environment_id = proposals.environment_id
    and flag_versions.emergency and flag_versions.created_us > proposals.created_us
) end`.as('emergency_version')

export const proposalsTable = (access: Access) => {
  const { db, kept } = access
  const filtered = (of: Of, { status, ...paging }: ProposalFilter) =>
    db
      .selectFrom('proposals')
      .where((row) => row.and(of))
      .$if(status !== undefined, (query) => query.where('status', '=', status as ProposalStatus))
      .$call(newestFirst(paging))

  const list = async <Item>(of: Of, filter: ProposalFilter, toItem: (row: Row) => Item): Promise<Page<Item>> => {
    const length = sql<number>`coalesce(length(proposed_config), 0)`.as('length')
    const page = { ...filter, limit: fitting(filter, await filtered(of, filter).select(length).execute()) }
    return pageOf(await filtered(of, page).selectAll().select(emergencySince).execute(), page, toItem)
  }

  return {
    find: async (orgId: OrganizationId, id: string): Promise<Proposal | undefined> => {
      const row = await db
        .selectFrom('proposals')
        .selectAll()
        .select(emergencySince)
        .where('id', '=', id as ProposalId)
        .where('org_id', '=', orgId)
        .executeTakeFirst()
      return row && toProposal(row)
    },

    /** Returns its current state, and locks it until the transaction ends: no one else reviews it. */
    lock: async (id: ProposalId): Promise<Proposal> =>
      toProposal(
        await locked(access, db.selectFrom('proposals').selectAll().where('id', '=', id)).executeTakeFirstOrThrow(),
      ),

    isPending: async (id: string): Promise<boolean> => {
      const row = await db
        .selectFrom('proposals')
        .select('status')
        .where('id', '=', id as ProposalId)
        .executeTakeFirst()
      return row?.status === 'pending'
    },

    lockPending: async (environmentId: EnvironmentId): Promise<Proposal[]> => {
      const pending = db
        .selectFrom('proposals')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('status', '=', 'pending')
        .orderBy('id')
      return (await locked(access, pending).execute()).map(toProposal)
    },

    /** Locks the pending proposal to resume a paused schedule, if there is one. */
    lockResume: async ({ flagId, environmentId }: FlagRef): Promise<Proposal | undefined> => {
      const pending = db
        .selectFrom('proposals')
        .selectAll()
        .where('flag_id', '=', flagId)
        .where('environment_id', '=', environmentId)
        .where('kind', '=', 'resume')
        .where('status', '=', 'pending')
      const row = await locked(access, pending).executeTakeFirst()
      return row && toProposal(row)
    },

    countPending: async (flagIds: readonly FlagId[]): Promise<Map<FlagId, number>> => {
      const rows = await db
        .selectFrom('proposals')
        .select(['flag_id', (row) => row.fn.countAll<number | string>().as('count')])
        .where('flag_id', 'in', flagIds)
        .where('status', '=', 'pending')
        .groupBy('flag_id')
        .execute()
      return new Map(rows.map((row) => [row.flag_id as FlagId, Number(row.count)]))
    },

    /** Tells whether there is a pending proposal about the same flag or segment. */
    hasPending: async (environmentId: EnvironmentId, { flagId, segmentId }: Content): Promise<boolean> => {
      const of = segmentId === undefined ? { flag_id: flagId } : { segment_id: segmentId }
      const pending = filtered({ ...of, environment_id: environmentId }, { status: 'pending', limit: 1 })
      return (await pending.select('id').where('kind', '<>', 'experiment').execute()).length > 0
    },

    listOfFlag: ({ flagId, environmentId }: FlagRef, filter: ProposalFilter): Promise<Page<FlagProposal>> =>
      list({ flag_id: flagId, environment_id: environmentId }, filter, (row) => toProposal(row) as FlagProposal),

    listOfFlagEverywhere: (flagId: FlagId, filter: ProposalFilter): Promise<Page<Proposal>> =>
      list({ flag_id: flagId }, filter, toProposal),

    listOfSegment: (
      { segmentId, environmentId }: SegmentPlace,
      filter: ProposalFilter,
    ): Promise<Page<SegmentProposal>> =>
      list(
        { segment_id: segmentId, environment_id: environmentId },
        filter,
        (row) => toProposal(row) as SegmentProposal,
      ),

    listOfProject: (projectId: ProjectId, filter: ProposalFilter): Promise<Page<Proposal>> =>
      list({ project_id: projectId }, filter, toProposal),

    insert: async (proposal: NewProposal, atUs: number): Promise<Proposal> => {
      const proposedConfig = configText(proposal)
      kept.bytes += proposedConfig?.length ?? 0
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('proposals')
          .values({
            id: proposal.id,
            org_id: proposal.orgId,
            project_id: proposal.projectId,
            flag_id: proposal.flagId,
            segment_id: proposal.segmentId ?? null,
            schedule_id: proposal.kind === 'schedule' ? proposal.scheduleId : null,
            experiment_id: proposal.kind === 'experiment' ? proposal.experimentId : null,
            environment_id: proposal.environmentId,
            status: 'pending',
            kind: keptKind(proposal),
            proposed_config: proposedConfig,
            change: proposal.change && proposal.kind !== 'segmentIds' ? JSON.stringify(keptChange(proposal)) : null,
            comment: proposal.comment ?? null,
            replaces: proposal.replaces ?? null,
            created_by: proposal.createdBy,
            proposer_id: proposal.proposerId,
            proposer_address: proposal.proposerAddress,
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toProposal(row)
    },

    review: async (proposal: ReviewedProposal): Promise<void> => {
      await db
        .updateTable('proposals')
        .set({
          status: proposal.status,
          reviewed_by: proposal.reviewedBy,
          reviewer_id: proposal.reviewerId,
          reviewer_address: proposal.reviewerAddress,
          reviewed_us: Date.parse(proposal.reviewedAt) * 1_000,
          review_note: proposal.reviewNote,
        })
        .where('id', '=', proposal.id)
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
    },
  }
}

export const toProposal = (row: Row): Proposal => {
  const proposed = {
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    environmentId: row.environment_id,
    ...(row.comment === null ? {} : { comment: row.comment }),
    ...(row.replaces === null ? {} : { replaces: row.replaces }),
    ...(row.emergency_version ? { emergencyVersion: Number(row.emergency_version) } : {}),
    createdBy: row.created_by,
    proposerId: row.proposer_id,
    proposerAddress: row.proposer_address,
    createdAt: isoTime(row.created_us),
    ...toContent(row),
  }
  if (row.status === 'pending' || row.reviewed_by === null || row.reviewed_us === null) {
    const nobody = { reviewedBy: null, reviewerId: null, reviewerAddress: null, reviewedAt: null, reviewNote: null }
    return { ...proposed, status: 'pending', ...nobody }
  }
  return {
    ...proposed,
    status: row.status,
    reviewedBy: row.reviewed_by,
    reviewerId: row.reviewer_id,
    reviewerAddress: row.reviewer_address,
    reviewedAt: isoTime(row.reviewed_us),
    reviewNote: row.review_note,
  }
}

/**
 * An upload to a large segment is one of a segment to the table, whose constraints hold for it too; what is in place of
 * its config no release takes for one.
 */
const keptKind = ({ kind }: NewProposal): ProposalKind => (kind === 'segmentIds' ? 'segment' : (kind ?? 'config'))

const configText = (proposal: NewProposal): string | null => {
  if (proposal.kind === 'segmentIds') return JSON.stringify({ ids: proposal.change })
  return proposal.proposedConfig && JSON.stringify(proposal.proposedConfig)
}

/** A schedule's starting proposal has it in a column; proposals to resume it, maybe several, name it in the change. */
const keptChange = (proposal: NewProposal) =>
  proposal.kind === 'resume' ? { ...proposal.change, scheduleId: proposal.scheduleId } : proposal.change

const changeIn = ({ kind, change }: Row) => {
  if (change === null) return {}
  const { scheduleId, ...of } = JSON.parse(change)
  return kind === 'resume' ? { change: of, scheduleId } : { change: of }
}

/** The table's constraints guarantee that each kind has its columns. */
const toContent = (row: Row): Content => {
  const proposedConfig = row.proposed_config && JSON.parse(row.proposed_config)
  if (row.kind === 'segment' && proposedConfig && 'ids' in proposedConfig) {
    return {
      kind: 'segmentIds',
      flagId: null,
      segmentId: row.segment_id as NonNullable<typeof row.segment_id>,
      change: proposedConfig.ids,
      proposedConfig: null,
    }
  }
  return {
    flagId: row.flag_id,
    proposedConfig,
    ...(row.kind === 'config' ? {} : { kind: row.kind }),
    ...(row.segment_id === null ? {} : { segmentId: row.segment_id }),
    ...(row.schedule_id === null ? {} : { scheduleId: row.schedule_id }),
    ...(row.experiment_id === null ? {} : { experimentId: row.experiment_id }),
    ...changeIn(row),
  } as Content
}
