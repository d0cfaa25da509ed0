import type { Environment, EnvironmentId, FlagId, OrganizationId, Page, Paging, ProjectId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { firstRevision, newestFirst, pageOf, placeInList } from '../core/list.ts'
import { prepared, theOne } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'

export type NewEnvironment = Environment & { projectId: ProjectId }
export type EnvironmentChange = {
  name?: string
  color?: string
  protected?: boolean
  strict?: boolean
  emergency?: boolean
}

/** All columns but those for the edge, which are larger than all of these together. */
const columns = ['id', 'name', 'slug', 'color', 'protected', 'strict', 'emergency', 'created_us'] as const

const findEnvironment = prepared(({ db }, { id, projectId }: { id: EnvironmentId; projectId: ProjectId }) =>
  db.selectFrom('environments').select(columns).where('id', '=', id).where('project_id', '=', projectId),
)

const lockEnvironment = prepared((access, { id }: { id: EnvironmentId }) =>
  locked(access, access.db.selectFrom('environments').select(columns).where('id', '=', id)),
)

export const environmentsTable = (access: Access) => {
  const { db } = access
  return {
    find: async (projectId: ProjectId, id: string): Promise<Environment | undefined> => {
      const [row] = await findEnvironment(access, { id: id as EnvironmentId, projectId })
      return row && toEnvironment(row)
    },

    count: (projectId: ProjectId): Promise<number> =>
      countOf(db, db.selectFrom('environments').select('created_us').where('project_id', '=', projectId)),

    /** The ids of all environments of a project. */
    ids: async (projectId: ProjectId): Promise<EnvironmentId[]> => {
      const rows = await db.selectFrom('environments').select('id').where('project_id', '=', projectId).execute()
      return rows.map((row) => row.id)
    },

    projectOf: async (id: EnvironmentId): Promise<ProjectId | undefined> =>
      (await db.selectFrom('environments').select('project_id').where('id', '=', id).executeTakeFirst())?.project_id,

    /** Returns those of the ids that are environments of the organization. */
    ownedBy: async (orgId: OrganizationId, ids: readonly string[]): Promise<EnvironmentId[]> => {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('environments as environment')
        .innerJoin('projects as project', 'project.id', 'environment.project_id')
        .select('environment.id')
        .where('environment.id', 'in', ids as EnvironmentId[])
        .where('project.org_id', '=', orgId)
        .execute()
      return rows.map((row) => row.id)
    },

    /** Returns those of the ids that are environments of the project. */
    among: async (projectId: ProjectId, ids: readonly string[]): Promise<Set<string>> => {
      const all = await db.selectFrom('environments').select('id').where('project_id', '=', projectId).execute()
      return new Set(ids).intersection(new Set(all.map(({ id }) => id)))
    },

    /** Returns its current state, and locks it until the transaction ends: no one else changes it or raises its revision. */
    lock: async (id: EnvironmentId): Promise<Environment> =>
      toEnvironment(theOne(await lockEnvironment(access, { id }))),

    /** Locks all environments of a project, in the order of their ids: changes that may add references in them wait. */
    lockAll: async (projectId: ProjectId): Promise<Environment[]> => {
      const all = db.selectFrom('environments').select(columns).where('project_id', '=', projectId).orderBy('id')
      return (await locked(access, all).execute()).map(toEnvironment)
    },

    /** Locks the environments that have a version of the flag, in the order of their ids as everywhere. */
    lockWithVersionsOf: async (flagId: FlagId): Promise<Environment[]> => {
      const having = db
        .selectFrom('environments')
        .select(columns)
        .where('id', 'in', (first) =>
          first
            .selectFrom('flag_versions')
            .select('environment_id')
            .where('flag_id', '=', flagId)
            .where('version', '=', 1),
        )
        .orderBy('id')
      return (await locked(access, having).execute()).map(toEnvironment)
    },

    list: async (projectId: ProjectId, paging: Paging): Promise<Page<Environment>> => {
      const rows = await db
        .selectFrom('environments')
        .select(columns)
        .where('project_id', '=', projectId)
        .$call(newestFirst(paging))
        .execute()
      return pageOf(rows, paging, toEnvironment)
    },

    insert: async (environment: NewEnvironment, atUs: number): Promise<Environment> => {
      const { projectId, ...fields } = environment
      const row = await placeInList(atUs, (created_us) => {
        const revision = firstRevision(created_us)
        return db
          .insertInto('environments')
          .values({ ...fields, project_id: projectId, created_us, revision, bundle_bytes_at: revision })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returning(columns)
          .executeTakeFirst()
      })
      return toEnvironment(row)
    },

    update: async (id: EnvironmentId, change: EnvironmentChange): Promise<Environment> =>
      toEnvironment(
        await db
          .updateTable('environments')
          .set(change)
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow(),
      ),
  }
}

const toEnvironment = (row: Pick<Selectable<Schema['environments']>, (typeof columns)[number]>): Environment => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  color: row.color,
  protected: Boolean(row.protected),
  ...(row.strict ? { strict: true } : {}),
  ...(row.emergency ? { emergency: true } : {}),
})
