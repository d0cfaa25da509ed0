import { type CodeReferencesBody, fail, limits } from '@bunting/contract'
import { branchKeptUs } from '../../rules/code-references.ts'
import type { Tables } from '../../store/store.ts'
import type { ScannedBranch } from '../../store/tables/code-branches.ts'
import { deleteBranch } from './delete-branch.ts'

type Uploaded = Pick<CodeReferencesBody, 'branch' | 'commit' | 'repository' | 'default' | 'url'> &
  Pick<ScannedBranch, 'id' | 'projectId' | 'atMs' | 'references'>

/**
 * Stores the scan of a branch, and schedules its deletion. A repository has one default branch: the one that an upload declares,
 * or the first.
 */
export const putBranch = async (
  tx: Tables,
  uploaded: Uploaded,
  branches: readonly ScannedBranch[],
  nowUs: number,
): Promise<ScannedBranch> => {
  const { id, projectId, repository, branch, commit, atMs, references, url = null } = uploaded
  const other = branches.find((one) => one.isDefault && one.id !== id)
  const isDefault = uploaded.default ?? other === undefined
  const isNew = !branches.some((one) => one.id === id)
  const uploadedUs = await tx.clock.nowUs()
  const put = { id, projectId, repository, branch, commit, atMs, url, isDefault, references, uploadedUs }
  if (isDefault && other) await setAside(tx, other)
  if (isNew) {
    await makeRoom(tx, put)
    await tx.codeBranches.insert(put, nowUs)
  } else await tx.codeBranches.update(id, put)
  const due = { kind: 'codeBranch', subject: id } as const
  await (isDefault ? tx.due.remove(due) : tx.due.set(due, uploadedUs + branchKeptUs))
  return put
}

const setAside = async (tx: Tables, { id, uploadedUs }: ScannedBranch): Promise<void> => {
  await tx.codeBranches.setAside(id)
  await tx.due.set({ kind: 'codeBranch', subject: id }, uploadedUs + branchKeptUs)
}

const makeRoom = async (tx: Tables, { projectId }: ScannedBranch): Promise<void> => {
  if ((await tx.codeBranches.count(projectId)) < limits.codeBranches) return
  const oldest =
    (await tx.codeBranches.findOldest(projectId)) ??
    fail('CONFLICT', `The project has references of ${limits.codeBranches} repositories, as many as it may.`)
  await deleteBranch(tx, oldest)
}
