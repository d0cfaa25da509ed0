import type { CodeBranchId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Tables } from '../../store/store.ts'

export const deleteBranch = async (tx: Tables, id: CodeBranchId): Promise<void> => {
  await tx.codeBranches.delete(id)
  await tx.due.remove({ kind: 'codeBranch', subject: id })
}

/** Deletes a branch without recent uploads. Locks in the order of an upload: first the project, then the due job. */
export const expireBranch =
  ({ store }: Pick<Deps, 'store'>) =>
  (subject: string): Promise<void> =>
    store.transaction(async (tx) => {
      const id = subject as CodeBranchId
      const branch = await tx.codeBranches.find(id)
      if (branch) await tx.projects.lock(branch.projectId)
      const atUs = await tx.due.lock({ kind: 'codeBranch', subject })
      if (atUs !== undefined && atUs <= (await tx.clock.nowUs())) await deleteBranch(tx, id)
    })
