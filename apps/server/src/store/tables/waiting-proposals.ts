import type { ActorId, ApiKeyId, OrganizationId, Page, Paging, ProjectId, UserId } from '@bunting/contract'
import { sql } from 'kysely'
import { type Reviewing, reviewerRoles } from '../../rules/access/permissions.ts'
import type { Proposal } from '../../rules/changes/proposals.ts'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { fitting, newestFirst } from '../core/list.ts'
import { emergencySince, toProposal } from './proposals.ts'

/** The caller who reviews proposals. */
type Reviewer = Reviewing & {
  orgId: OrganizationId
  id: ActorId
  personId: UserId | null
  address: string | null
  /** True if the person joined too recently to approve in strict environments. */
  newcomer: boolean
}

type WaitingProposal = Proposal & { flagKey?: string; segmentKey?: string }

/** The proposals that a caller may approve, in all projects. */
export const waitingProposals = ({ db }: Access) => {
  const waitingFor = ({ orgId, id, personId, address, byOwnRole, otherwise, asAdmin, newcomer }: Reviewer) => {
    const own = db
      .selectFrom('project_roles')
      .select('role')
      .where('project_roles.project_id', '=', sql.ref<ProjectId>('proposals.project_id'))
      .where('project_roles.user_id', '=', personId ?? ('' as UserId))
    return db
      .selectFrom('proposals')
      .where('org_id', '=', orgId)
      .where('status', '=', 'pending')
      .where('created_by', '<>', id)
      .where((row) =>
        row.or([
          ...(otherwise ? [row.not(row.exists(own))] : []),
          ...(byOwnRole ? [row.exists(own.where('role', 'in', reviewerRoles))] : []),
        ]),
      )
      .where((row) =>
        row.or([
          row('kind', '<>', 'environment'),
          ...(asAdmin.otherwise ? [row.not(row.exists(own))] : []),
          ...(asAdmin.byOwnRole ? [row.exists(own.where('role', '=', 'admin'))] : []),
        ]),
      )
      .$if(newcomer, (query) =>
        query.where('environment_id', 'not in', db.selectFrom('environments').select('id').where('strict', '=', true)),
      )
      .$if(personId !== null, (query) =>
        // As in `requireOtherPerson`: not proposed by the person, their address, or a key that is theirs now.
        query
          .where((row) => row.or([row('proposer_id', 'is', null), row('proposer_id', '<>', personId as UserId)]))
          .where((row) => row.or([row('proposer_address', 'is', null), row('proposer_address', '<>', address ?? '')]))
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('api_keys')
                  .select('api_keys.id')
                  .where('api_keys.id', '=', sql.ref<ApiKeyId>('proposals.created_by'))
                  .where('api_keys.owner_id', '=', personId as UserId),
              ),
            ),
          ),
      )
  }

  return {
    list: async (by: Reviewer, paging: Paging): Promise<Page<WaitingProposal> & { total: number }> => {
      if (!by.byOwnRole && !by.otherwise) return { items: [], nextCursor: null, hasMore: false, total: 0 }
      const length = sql<number>`coalesce(length(proposed_config), 0)`.as('length')
      const total = await countOf(db, waitingFor(by).select('created_us'))
      const places = await waitingFor(by).select(['created_us', length]).$call(newestFirst(paging)).execute()
      const last = places[fitting(paging, places) - 1] ?? places.at(-1)
      if (!last) return { items: [], nextCursor: null, hasMore: false, total }
      // Cursor times are unique only within a project: a page has all proposals with the same time, or none.
      const rows = await waitingFor(by)
        .selectAll('proposals')
        .select(emergencySince)
        .select((row) => [
          row.selectFrom('flags').select('key').whereRef('flags.id', '=', 'proposals.flag_id').as('flagKey'),
          row
            .selectFrom('segments')
            .select('key')
            .whereRef('segments.id', '=', 'proposals.segment_id')
            .as('segmentKey'),
        ])
        .where('created_us', '>=', last.created_us)
        .$if(paging.cursor !== undefined, (query) => query.where('created_us', '<', paging.cursor as number))
        .orderBy('created_us', 'desc')
        .orderBy('id')
        .execute()
      const older = waitingFor(by).select('id').where('created_us', '<', last.created_us).limit(1)
      const hasMore = (await older.executeTakeFirst()) !== undefined
      return {
        items: rows.map(({ flagKey, segmentKey, ...row }) => ({
          ...toProposal(row),
          ...(flagKey === null ? {} : { flagKey }),
          ...(segmentKey === null ? {} : { segmentKey }),
        })),
        nextCursor: hasMore ? last.created_us : null,
        hasMore,
        total,
      }
    },
  }
}
