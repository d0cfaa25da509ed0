import type { FlagId, ProjectId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'

/** Counts the references to each flag in code; returns nothing if no code of the project was scanned. */
export const countReferences = async (
  { store }: Pick<Deps, 'store'>,
  projectId: ProjectId,
  flagIds: readonly FlagId[],
): Promise<(id: FlagId) => { codeReferences?: number }> => {
  const countOf = await store.codeReferences.counts(projectId, flagIds)
  return (id) => (countOf ? { codeReferences: countOf(id) } : {})
}
