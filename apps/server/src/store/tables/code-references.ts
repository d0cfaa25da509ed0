import type { CodeBranchId, FlagId, ProjectId } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import type { Access } from '../core/access.ts'
import { piecesOf } from '../core/pieces.ts'
import { isAmong, manyOf } from '../core/prepared.ts'

/** A place where code names a flag: path, line, and alias if it is not the key. */
type Place = readonly [path: string, line: number, alias?: string]

/** The references to a flag in a branch, with the line of code of each if the project keeps them. */
export type FlagReferences = { flagId: FlagId; places: readonly Place[]; lines: readonly (string | null)[] | null }

/** A branch that names a flag, and the number of references. */
export type NamingBranch = {
  id: CodeBranchId
  repository: string
  branch: string
  commit: string
  url: string | null
  isDefault: boolean
  references: number
}

export const codeReferencesTable = (access: Access) => {
  const { db, kept } = access
  return {
    /** Replaces all references of a branch. They are written in batches, so that other statements can run in between. */
    replace: async (branchId: CodeBranchId, found: readonly FlagReferences[]): Promise<void> => {
      await db.deleteFrom('code_references').where('branch_id', '=', branchId).execute()
      const rows = found.map(({ flagId, places, lines }) => ({
        branch_id: branchId,
        flag_id: flagId,
        reference_count: places.length,
        places: JSON.stringify(places),
        lines: lines && JSON.stringify(lines),
      }))
      const sized = rows.map((row) => ({ id: row, bytes: row.places.length + (row.lines?.length ?? 0) }))
      for (const { bytes } of sized) kept.bytes += bytes
      for (const piece of piecesOf(sized)) {
        await giveTurn()
        await db.insertInto('code_references').values(piece).execute()
      }
    },

    /** Counts the references to each flag in default branches; returns undefined if no default branch was scanned. */
    counts: async (projectId: ProjectId, flagIds: readonly FlagId[]): Promise<((id: FlagId) => number) | undefined> => {
      const rows = await db
        .selectFrom('code_branches as branch')
        .leftJoin('code_references as found', (join) =>
          join.onRef('found.branch_id', '=', 'branch.id').on(isAmong(access, 'found.flag_id', manyOf(access, flagIds))),
        )
        .where('branch.project_id', '=', projectId)
        .where('branch.is_default', '=', true)
        .select((row) => ['found.flag_id as flagId', row.fn.sum<number | string>('found.reference_count').as('count')])
        .groupBy('found.flag_id')
        .execute()
      if (rows.length === 0) return undefined
      const counts = new Map(rows.map(({ flagId, count }) => [flagId, Number(count)]))
      return (id) => counts.get(id) ?? 0
    },

    branchesOf: async (flagId: FlagId): Promise<NamingBranch[]> => {
      const rows = await db
        .selectFrom('code_references as found')
        .innerJoin('code_branches as branch', 'branch.id', 'found.branch_id')
        .where('found.flag_id', '=', flagId)
        .select(['branch.id', 'repository', 'branch', 'commit_id as commit', 'url', 'is_default as isDefault'])
        .select('found.reference_count as references')
        .execute()
      return rows.map((row) => ({ ...row, isDefault: Boolean(row.isDefault) }))
    },

    /** Reads the references to a flag in some branches. */
    read: async (
      flagId: FlagId,
      branchIds: readonly CodeBranchId[],
    ): Promise<Map<CodeBranchId, Pick<FlagReferences, 'places' | 'lines'>>> => {
      const rows = await db
        .selectFrom('code_references')
        .select(['branch_id', 'places', 'lines'])
        .where('flag_id', '=', flagId)
        .where(isAmong(access, 'branch_id', manyOf(access, branchIds)))
        .execute()
      return new Map(
        rows.map(({ branch_id, places, lines }) => [
          branch_id,
          { places: JSON.parse(places) as Place[], lines: lines === null ? null : (JSON.parse(lines) as string[]) },
        ]),
      )
    },

    /** Deletes the lines of code of a project, but keeps their places. */
    dropLines: async (projectId: ProjectId): Promise<void> => {
      await db
        .updateTable('code_references')
        .set({ lines: null })
        .where('lines', 'is not', null)
        .where('branch_id', 'in', (branches) =>
          branches.selectFrom('code_branches').select('id').where('project_id', '=', projectId),
        )
        .execute()
    },
  }
}
