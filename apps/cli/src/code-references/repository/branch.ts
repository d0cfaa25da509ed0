import { readFileSync } from 'node:fs'
import type { Environment } from '../../core/environment.ts'
import type { Git } from '../../git/git.ts'

type Variable = Environment['variable']

/** Returns the checked-out branch. CI often checks out only a commit, and sets the branch as a variable. */
export const findBranch = async (git: Git, variable: Variable): Promise<string | undefined> =>
  (await git.find(['symbolic-ref', '--quiet', '--short', 'HEAD'])) ??
  variable('GITHUB_HEAD_REF') ??
  gitHubBranch(variable) ??
  variable('CI_COMMIT_BRANCH') ??
  variable('CI_MERGE_REQUEST_SOURCE_BRANCH_NAME') ??
  variable('BITBUCKET_BRANCH')

/** Checks the ref first, since `GITHUB_REF_NAME` may also name a tag. */
const gitHubBranch = (variable: Variable): string | undefined =>
  variable('GITHUB_REF')?.startsWith('refs/heads/') ? variable('GITHUB_REF_NAME') : undefined

/** Returns the default branch of the repository, if the clone or the CI knows it. */
export const findDefaultBranch = async (git: Git, variable: Variable): Promise<string | undefined> => {
  const head = await git.find(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'])
  return head?.replace(/^origin\//, '') ?? variable('CI_DEFAULT_BRANCH') ?? gitHubDefault(variable('GITHUB_EVENT_PATH'))
}

/** Reads the default branch from the event that started a GitHub workflow. */
const gitHubDefault = (eventFile: string | undefined): string | undefined => {
  if (eventFile === undefined) return undefined
  try {
    const named: unknown = JSON.parse(readFileSync(eventFile, 'utf8')).repository.default_branch
    return typeof named === 'string' ? named : undefined
  } catch {
    return undefined
  }
}
