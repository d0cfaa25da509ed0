import type { ProjectId } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'

/** What a request names that is in a project. */
export type About = { projectId: string } | { proposalId: string } | { scheduleId: string } | { experimentId: string }

type Kind = 'projectId' | 'proposalId' | 'scheduleId' | 'experimentId'

/** One of a query for each thing that a request may be about. */
export const perKind = <Query>(make: (kind: Kind) => Query): Record<Kind, Query> => ({
  projectId: make('projectId'),
  proposalId: make('proposalId'),
  scheduleId: make('scheduleId'),
  experimentId: make('experimentId'),
})

/** Which of them, and its id: nothing is a project that there is not. */
export const kindOf = (about: About = { projectId: '' }): { kind: Kind; id: string } => {
  if ('proposalId' in about) return { kind: 'proposalId', id: about.proposalId }
  if ('scheduleId' in about) return { kind: 'scheduleId', id: about.scheduleId }
  if ('experimentId' in about) return { kind: 'experimentId', id: about.experimentId }
  return { kind: 'projectId', id: about.projectId }
}

const tables = { proposalId: 'proposals', scheduleId: 'schedules', experimentId: 'experiments' } as const

/** The project that a request is about, for a query that has the organization in the column of this name. */
export const projectAbout = (kind: Kind, id: string, orgColumn: string): RawBuilder<ProjectId> => {
  if (kind === 'projectId') return sql`${id}`
  const table = sql.table(tables[kind])
  return sql`(select project_id from ${table} where id = ${id} and org_id = ${sql.ref(orgColumn)})`
}
