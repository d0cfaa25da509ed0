import { basename } from 'node:path'
import type { Environment } from '../../core/environment.ts'
import { wrongUse } from '../../core/failure.ts'
import type { Git } from '../../git/git.ts'
import { readRemote } from '../../git/remote.ts'
import { findBranch, findDefaultBranch } from './branch.ts'
import { permalinkPattern } from './permalink.ts'

export type Named = {
  repo: string | undefined
  branch: string | undefined
  defaultBranch: string | undefined
  commit: string | undefined
  url: string | undefined
}

/** The source of an upload. */
export type Repository = {
  repository: string
  branch: string
  commit: string
  /** The time of the commit, so that a rerun of an old job cannot replace a newer upload. */
  at: string
  default?: boolean
  url?: string
}

/** Determines the source of an upload; options take precedence. */
export const readRepository = async (git: Git, named: Named, environment: Environment): Promise<Repository> => {
  const { variable } = environment
  const commit = await getCommit(git, named.commit ?? 'HEAD')
  const branch =
    named.branch ??
    (await findBranch(git, variable)) ??
    wrongUse('HEAD is detached, so git does not know the branch.', 'Name it: --branch <name>')
  const defaultBranch = named.defaultBranch ?? (await findDefaultBranch(git, variable))
  const url = await findPermalink(git, named.url, variable)
  return {
    repository: named.repo ?? (await findName(git)),
    branch,
    ...commit,
    ...(defaultBranch === undefined ? {} : { default: branch === defaultBranch }),
    ...(url === undefined ? {} : { url }),
  }
}

/** Returns the full id of a commit, and its time. */
const getCommit = async (git: Git, name: string): Promise<{ commit: string; at: string }> => {
  const commit = await findCommit(git, name)
  if (commit === undefined) {
    return name === 'HEAD' ? wrongUse('There is no commit yet.') : wrongUse(`There is no commit ${name} in this clone.`)
  }
  const seconds = await git.find(['show', '--no-patch', '--no-show-signature', '--format=%ct', commit])
  return { commit, at: new Date(1_000 * Number(seconds)).toISOString() }
}

/** Returns the full id of a commit; undefined if the clone does not have it. */
export const findCommit = async (git: Git, name: string): Promise<string | undefined> =>
  name.startsWith('-') ? undefined : git.find(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])

/** Returns the pattern of permalinks, if it is given or the remote's service is known. */
export const findPermalink = async (
  git: Git,
  named: string | undefined,
  variable: Environment['variable'],
): Promise<string | undefined> => {
  if (named !== undefined) return named
  const remote = readRemote((await git.find(['remote', 'get-url', 'origin'])) ?? '')
  return remote && permalinkPattern(remote, variable)
}

const findName = async (git: Git): Promise<string> => {
  const remote = readRemote((await git.find(['remote', 'get-url', 'origin'])) ?? '')
  return remote?.path ?? basename(git.root)
}
