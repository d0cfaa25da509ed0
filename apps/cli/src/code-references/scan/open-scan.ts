import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Contexts } from '../../core/context.ts'
import { type Git, openGit } from '../../git/git.ts'
import { listFlags } from '../../server/flags.ts'
import { type Finder, makeFinder } from '../find/finder.ts'
import { openReader, type ReadTracked } from '../git/read-tracked.ts'
import { listExcluded, listTracked } from '../git/tracked-files.ts'
import { aliasForms } from '../settings/alias-forms.ts'
import { findAliases } from '../settings/aliases-in-files.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { type Scan, scanFiles } from './scan.ts'

export type ScanInput = { dir: string | undefined; lines: number | undefined }

export type Opened<About> = {
  git: Git
  read: ReadTracked
  finder: Finder
  scan: Scan
  aliasesOf(flagKey: string): readonly string[]
  /** Finds the excluded paths, including files that were deleted since a commit. */
  findExcluded(since: string): Promise<(path: string) => boolean>
  about: About
}

const ignoreFile = '.buntingignore'

/** Searches a repository. Errors in it, or in the options `about` it, are reported first, since the search takes long. */
export const openScan = async <About = undefined>(
  context: Contexts['project'],
  { dir = '.', lines = 0 }: ScanInput,
  tellAbout?: (git: Git) => Promise<About>,
): Promise<Opened<About>> => {
  const git = await openGit(resolve(dir))
  const read = openReader(git.root)
  const settings = readSettings(read)
  const about = (await tellAbout?.(git)) as About
  const exclusions = exclusionsOf(git, settings)
  const [listed, files, excluded, fileAliases] = await Promise.all([
    listFlags(context),
    listTracked(git),
    listExcluded(git, exclusions),
    readAliases(git, read, settings),
  ])
  const flags = listed.sort((one, other) => (one.key < other.key ? -1 : 1))
  const aliasesOf = (key: string): string[] => [
    ...settings.aliases.flatMap((alias) => (typeof alias === 'string' ? [aliasForms[alias](key)] : [])),
    ...fileAliases.flatMap((aliases) => [...(aliases.get(key) ?? [])]),
  ]
  const wanted = flags.map(({ key }) => ({ key, aliases: aliasesOf(key) }))
  const finder = makeFinder(wanted, settings.delimiters)
  const scan = await scanFiles({
    files: files.filter(({ path }) => !excluded.has(path)),
    read,
    flags: flags.map(({ key, archivedAt }) => ({ key, archived: archivedAt !== null })),
    finder,
    lines,
    progress: context.out.progress,
  })
  const findExcluded: Opened<About>['findExcluded'] = async (since) => {
    const paths = await listExcluded(git, exclusions, since)
    return (path) => paths.has(path)
  }
  return { git, read, finder, scan, aliasesOf, findExcluded, about }
}

/** Passes the patterns to git, so that they have the same meaning as in `.gitignore`. */
const exclusionsOf = ({ root }: Git, { exclude }: Settings): string[] => [
  ...exclude.map((pattern) => `--exclude=${pattern}`),
  ...(statSync(`${root}/${ignoreFile}`, { throwIfNoEntry: false })?.isFile() ? [`--exclude-from=${ignoreFile}`] : []),
]

const readAliases = async (git: Git, read: ReadTracked, { aliases }: Settings): Promise<Map<string, Set<string>>[]> => {
  const found: Map<string, Set<string>>[] = []
  for (const alias of aliases) if (typeof alias === 'object') found.push(await findAliases(git, read, alias))
  return found
}
