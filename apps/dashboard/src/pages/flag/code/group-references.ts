import type { CodeReference } from '../../../api/code-references.ts'

export type BranchReferences = { repository: string; branch: string; commit: string; lines: CodeReference[] }

/** Groups references by branch, in their order. */
export const groupReferences = (references: readonly CodeReference[]): BranchReferences[] => {
  const groups = new Map<string, BranchReferences>()
  for (const reference of references) {
    const { repository, branch, commit } = reference
    const place = JSON.stringify([repository, branch])
    const group = groups.get(place) ?? { repository, branch, commit, lines: [] }
    group.lines.push(reference)
    groups.set(place, group)
  }
  return [...groups.values()]
}
