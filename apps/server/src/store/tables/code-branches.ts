import type { CodeBranch, CodeBranchId, Page, Paging, ProjectId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

/** The fields that an upload provides. */
export type UploadedBranch = {
  repository: string
  branch: string
  commit: string
  atMs: number
  url: string | null
  isDefault: boolean
  references: number
  uploadedUs: number
}
export type ScannedBranch = UploadedBranch & { id: CodeBranchId; projectId: ProjectId }

/** The scanned branches of repositories. */
export const codeBranchesTable = ({ db }: Access) => {
  const ofProject = (projectId: ProjectId) =>
    db.selectFrom('code_branches').selectAll().where('project_id', '=', projectId)

  return {
    find: async (id: CodeBranchId): Promise<ScannedBranch | undefined> => {
      const row = await db.selectFrom('code_branches').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toBranch(row)
    },

    /** The branches of a repository. */
    ofRepository: async (projectId: ProjectId, repository: string): Promise<ScannedBranch[]> =>
      (await ofProject(projectId).where('repository', '=', repository).execute()).map(toBranch),

    list: async (projectId: ProjectId, paging: Paging): Promise<Page<CodeBranch>> =>
      pageOf(await ofProject(projectId).$call(newestFirst(paging)).execute(), paging, (row) => ({
        repository: row.repository,
        branch: row.branch,
        commit: row.commit_id,
        at: isoTime(row.at_ms * 1_000),
        references: row.reference_count,
        ...(row.is_default ? { default: true as const } : {}),
      })),

    count: (projectId: ProjectId): Promise<number> => countOf(db, ofProject(projectId)),

    /** Finds the branch with the oldest upload, except for default branches. */
    findOldest: async (projectId: ProjectId): Promise<CodeBranchId | undefined> => {
      const oldest = ofProject(projectId).where('is_default', '=', false).orderBy('uploaded_us').limit(1)
      return (await oldest.executeTakeFirst())?.id
    },

    insert: async (branch: ScannedBranch, atUs: number): Promise<void> => {
      await placeInList(atUs, (created_us) =>
        db
          .insertInto('code_branches')
          .values({ id: branch.id, project_id: branch.projectId, ...columnsOf(branch), created_us })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returning('id')
          .executeTakeFirst(),
      )
    },

    update: async (id: CodeBranchId, branch: UploadedBranch): Promise<void> => {
      await db.updateTable('code_branches').set(columnsOf(branch)).where('id', '=', id).execute()
    },

    /** Removes the mark of a default branch. */
    setAside: async (id: CodeBranchId): Promise<void> => {
      await db.updateTable('code_branches').set({ is_default: false }).where('id', '=', id).execute()
    },

    delete: async (id: CodeBranchId): Promise<void> => {
      await db.deleteFrom('code_references').where('branch_id', '=', id).execute()
      await db.deleteFrom('code_branches').where('id', '=', id).execute()
    },
  }
}

const columnsOf = (branch: UploadedBranch) => ({
  repository: branch.repository,
  branch: branch.branch,
  commit_id: branch.commit,
  at_ms: branch.atMs,
  url: branch.url,
  is_default: branch.isDefault,
  reference_count: branch.references,
  uploaded_us: branch.uploadedUs,
})

const toBranch = (row: Selectable<Schema['code_branches']>): ScannedBranch => ({
  id: row.id,
  projectId: row.project_id,
  repository: row.repository,
  branch: row.branch,
  commit: row.commit_id,
  atMs: row.at_ms,
  url: row.url,
  isDefault: Boolean(row.is_default),
  references: row.reference_count,
  uploadedUs: row.uploaded_us,
})
