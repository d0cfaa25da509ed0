import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { limits } from '@bunting/contract'
import { wrongUse } from '../core/failure.ts'

/** The name under which a repository manages flags, and the commit that is checked out, if there is one. */
export type Repository = { managedBy: string; commit: string | undefined }

/** Finds the repository that the paths lie in. `repo` is its name where they lie in none, as in a mounted volume. */
export const findRepository = (paths: readonly string[], repo: string | undefined): Repository => {
  const folders = [...new Set(paths.map(folderOf))]
  const commit = git(folders[0] ?? '.', 'rev-parse', '--short=12', 'HEAD')
  if (repo !== undefined) return { managedBy: bounded(`git:${nameIn(repo)}`), commit }
  const names = new Set(folders.map((folder) => originOf(folder)))
  const [first = ''] = names
  if (names.size > 1) {
    wrongUse(`The files are of several repositories: ${[...names].join(', ')}.`, 'Apply them one after the other.')
  }
  return { managedBy: bounded(`git:${first}`), commit }
}

const folderOf = (path: string): string => (statSync(path).isDirectory() ? path : dirname(path))

const originOf = (folder: string): string => {
  const address = git(folder, 'remote', 'get-url', 'origin')
  const name = address === undefined ? '' : nameIn(address)
  if (name !== '') return name
  return wrongUse(`${folder} is in no checkout with an origin: which repository manages its flags?`, '--repo acme/shop')
}

/** Runs git; undefined if there is none, or if it refuses. */
const git = (folder: string, ...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The last two parts of an address: `acme/shop` of `git@github.com:acme/shop.git`. The host, and a user or a token before
 * it, are no parts.
 */
const nameIn = (address: string): string =>
  address
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/^[^/\\:]+@[^/:]+:|^[^/\\:@]+:(?!\\)/, '')
    .replace(/[/\\]+$/, '')
    .replace(/\.git$/i, '')
    .split(/[/\\]/)
    .filter((part) => part !== '')
    .slice(-2)
    .join('/')

const bounded = (managedBy: string): string =>
  managedBy.length <= limits.managedBy && managedBy !== 'git:'
    ? managedBy
    : wrongUse(`The repository's name has to have 1 to ${limits.managedBy - 4} characters.`)
