import type { ProjectId } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'

/** What a request names that is in a project. */
export type About = { projectId: string } | { proposalId: string } | { scheduleId: string }

/** The project that a request is about, for a query that has the organization in the column of this name. */
export const projectAbout = (about: About | undefined, orgColumn: string): RawBuilder<ProjectId> => {
  const projectOf = (table: string, id: string) =>
    sql<ProjectId>`(select project_id from ${sql.table(table)} where id = ${id} and org_id = ${sql.ref(orgColumn)})`
  if (about && 'proposalId' in about) return projectOf('proposals', about.proposalId)
  if (about && 'scheduleId' in about) return projectOf('schedules', about.scheduleId)
  return sql`${about?.projectId ?? ''}`
}
