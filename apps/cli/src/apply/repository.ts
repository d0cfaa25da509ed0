import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { limits } from '@bunting/contract'
import { wrongUse } from '../core/failure.ts'
import { findIn } from '../git/git.ts'
import { readRemote } from '../git/remote.ts'

/** The name under which a repository manages flags, and the commit that is checked out, if there is one. */
export type Repository = { managedBy: string; commit: string | undefined }

/** Finds the repository that contains the paths. `repo` names it if they are in none, as in a mounted volume. */
export const findRepository = async (paths: readonly string[], repo: string | undefined): Promise<Repository> => {
  const folders = [...new Set(paths.map(folderOf))]
  const commit = await findIn(folders[0] ?? '.', ['rev-parse', '--short=12', 'HEAD'])
  if (repo !== undefined) return { managedBy: bounded(`git:${nameIn(repo)}`), commit }
  const names = new Set(await Promise.all(folders.map(originOf)))
  const [first = ''] = names
  if (names.size > 1) {
    wrongUse(`The files are of several repositories: ${[...names].join(', ')}.`, 'Apply them one after the other.')
  }
  return { managedBy: bounded(`git:${first}`), commit }
}

const folderOf = (path: string): string => (statSync(path).isDirectory() ? path : dirname(path))

const originOf = async (folder: string): Promise<string> => {
  const address = await findIn(folder, ['remote', 'get-url', 'origin'])
  const name = address === undefined ? '' : nameIn(address)
  if (name !== '') return name
  return wrongUse(`${folder} is in no checkout with an origin: which repository manages its flags?`, '--repo acme/shop')
}

/** Returns the last two parts of an address or folder: `acme/shop` for `git@github.com:acme/shop.git`. */
const nameIn = (address: string): string =>
  (readRemote(address)?.path ?? address)
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
