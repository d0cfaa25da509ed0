import type { ProjectId } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'

/** The thing that a request is about, by which its project is found. */
export type About = { projectId: string } | { proposalId: string } | { scheduleId: string } | { experimentId: string }

type Kind = 'projectId' | 'proposalId' | 'scheduleId' | 'experimentId'

/** Makes a query for each kind of thing that a request may be about. */
export const perKind = <Query>(make: (kind: Kind) => Query): Record<Kind, Query> => ({
  projectId: make('projectId'),
  proposalId: make('proposalId'),
  scheduleId: make('scheduleId'),
  experimentId: make('experimentId'),
})

/** The kind and the id. Without anything, it is a project that does not exist. */
export const kindOf = (about: About = { projectId: '' }): { kind: Kind; id: string } => {
  if ('proposalId' in about) return { kind: 'proposalId', id: about.proposalId }
  if ('scheduleId' in about) return { kind: 'scheduleId', id: about.scheduleId }
  if ('experimentId' in about) return { kind: 'experimentId', id: about.experimentId }
  return { kind: 'projectId', id: about.projectId }
}

const tables = { proposalId: 'proposals', scheduleId: 'schedules', experimentId: 'experiments' } as const

/** SQL for the id of the project that a request is about. `orgColumn` is the query's column with the organization. */
export const projectAbout = (kind: Kind, id: string, orgColumn: string): RawBuilder<ProjectId> => {
  if (kind === 'projectId') return sql`${id}`
  const table = sql.table(tables[kind])
  return sql`(select project_id from ${table} where id = ${id} and org_id = ${sql.ref(orgColumn)})`
}
