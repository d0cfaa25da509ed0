import type { CodeBranchId, FlagId, ProjectId } from '@bunting/contract'

/** The tables of code references. */
export type SchemaOfCode = {
  /** The scanned branches of repositories. */
  code_branches: {
    id: CodeBranchId
    project_id: ProjectId
    repository: string
    branch: string
    commit_id: string
    /** The time of the commit. */
    at_ms: number
    /** The pattern of the repository's permalinks. */
    url: string | null
    is_default: boolean
    reference_count: number
    /** The time of the last upload, by the clock that jobs use. */
    uploaded_us: number
    created_us: number
  }
  /** The references to a flag in a branch. */
  code_references: {
    branch_id: CodeBranchId
    flag_id: FlagId
    reference_count: number
    /** JSON: a list of places, each with its path, line and alias, if it is not the key. */
    places: string
    /** JSON: the line of code of each place, or null; null if the project keeps none. */
    lines: string | null
  }
  /** The last removal of a flag from the code. */
  code_removals: { flag_id: FlagId; repository: string; commit_id: string; at_ms: number; author: string | null }
}
