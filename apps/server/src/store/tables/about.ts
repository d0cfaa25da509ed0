import type { ProjectId } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'

/** The thing that a request is about, by which its project is found. */
export type About = { projectId: string } | { proposalId: string } | { scheduleId: string }

type Kind = 'projectId' | 'proposalId' | 'scheduleId'

/** Makes a query for each kind of thing that a request may be about. */
export const perKind = <Query>(make: (kind: Kind) => Query): Record<Kind, Query> => ({
  projectId: make('projectId'),
  proposalId: make('proposalId'),
  scheduleId: make('scheduleId'),
})

/** The kind and the id. Without anything, it is a project that does not exist. */
export const kindOf = (about: About = { projectId: '' }): { kind: Kind; id: string } => {
  if ('proposalId' in about) return { kind: 'proposalId', id: about.proposalId }
  if ('scheduleId' in about) return { kind: 'scheduleId', id: about.scheduleId }
  return { kind: 'projectId', id: about.projectId }
}

/** SQL for the id of the project that a request is about. `orgColumn` is the query's column with the organization. */
export const projectAbout = (kind: Kind, id: string, orgColumn: string): RawBuilder<ProjectId> => {
  if (kind === 'projectId') return sql`${id}`
  const table = sql.table(kind === 'proposalId' ? 'proposals' : 'schedules')
  return sql`(select project_id from ${table} where id = ${id} and org_id = ${sql.ref(orgColumn)})`
}
