import type { ProjectId } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'

/** What a request names that is in a project. */
export type About = { projectId: string } | { proposalId: string }

/** The project that a request is about, for a query that has the organization in the column of this name. */
export const projectAbout = (about: About | undefined, orgColumn: string): RawBuilder<ProjectId> =>
  about && 'proposalId' in about
    ? sql`(select project_id from proposals where id = ${about.proposalId} and org_id = ${sql.ref(orgColumn)})`
    : sql`${about?.projectId ?? ''}`
