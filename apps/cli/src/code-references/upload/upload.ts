import { type AnswerOf, ApiError, type Client, type CodeBranch, type Endpoints, limits } from '@bunting/contract'
import { refuse } from '../../core/failure.ts'
import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { rich } from '../../output/rich.ts'
import { listAll } from '../../server/list-all.ts'
import type { Repository } from '../repository/repository.ts'
import type { Removal } from '../scan/find-removals.ts'
import type { Scan } from '../scan/scan.ts'
import { type Fitting, fitReferences } from './fit.ts'

type In = { api: Client; project: { id: string }; out: Output }

/** Finds the last upload of this branch, if there is one. */
export const findLast = async (
  { api, project }: Pick<In, 'api' | 'project'>,
  { repository, branch }: Repository,
): Promise<CodeBranch | undefined> => {
  const params = { projectId: project.id }
  const branches = await listAll((query) => api.listCodeBranches({ params, query }))
  return branches.find((each) => each.repository === repository && each.branch === branch)
}

/** Replaces the server's references of a branch; returns undefined if those are newer. */
export const upload = async (
  { api, project, out }: In,
  repository: Repository,
  scan: Scan,
  removed: Removal[],
): Promise<AnswerOf<Endpoints['updateCodeReferences']> | undefined> => {
  const fitting =
    fitReferences(scan.flags) ??
    refuse('The references do not fit into one upload, not even one of each flag.', 'Leave files out: .buntingignore')
  noteLeftOut(out, scan, fitting)
  try {
    return await api.updateCodeReferences({
      params: { projectId: project.id },
      body: { ...repository, references: fitting.references, ...(removed.length === 0 ? {} : { removed }) },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
    const last = await findLast({ api, project }, repository)
    if (last === undefined || Date.parse(last.at) <= Date.parse(repository.at)) throw error
    // A late job has nothing to add, and does not fail.
    out.note(rich`Nothing was uploaded: the references of ${last.commit}, which is newer, are there already.`)
    return undefined
  }
}

const noteLeftOut = (out: Output, { flags }: Scan, { references, perFlag, withoutText }: Fitting): void => {
  const total = flags.reduce((sum, { count }) => sum + count, 0)
  const uploaded = references.length.toLocaleString('en')
  if (references.length < total) {
    out.note(rich`Note: ${uploaded} of ${counted(total, 'reference')} are uploaded: up to ${perFlag} of a flag.`)
    out.note(
      rich`  An upload has room for ${limits.codeReferences.toLocaleString('en')}, ${limits.flagReferences} of a flag, in ${limits.codeReferencesBodyBytes / 2 ** 20} MiB. .buntingignore leaves files out.`,
    )
  }
  if (withoutText) out.note(rich`Note: Lines of code are not uploaded: with them it would be too large.`)
}
