import type { Git } from '../../git/git.ts'

export type TrackedFile = {
  /** The path as text, with `/` as the separator. */
  path: string
  /** The path to open: bytes if it is not UTF-8. */
  location: string | Buffer
}

/** The exclusions of `.buntingignore` and `bunting.json`, as options of `git ls-files`. */
export type Exclusions = readonly string[]

/** The maximum size of a file that is searched. */
export const maxFileBytes = 1024 * 1024

/** The modes of regular files: symbolic links and submodules have others. */
const regular = /^100/

/** Lists the files that git tracks, sorted by path, or only those that match the pathspecs. */
export const listTracked = async (git: Git, pathspecs: readonly string[] = []): Promise<TrackedFile[]> => {
  const listed = await git.run(['ls-files', '-z', '--stage', '--', ...pathspecs])
  const files: TrackedFile[] = []
  let before = ''
  for (const entry of entriesOf(listed)) {
    const tab = entry.indexOf('\t')
    const bytes = entry.slice(tab + 1)
    // A file with a merge conflict is listed once for each side.
    if (regular.test(entry) && bytes !== before) files.push(fileAt(bytes))
    before = bytes
  }
  return files
}

/** Lists the excluded paths. With a base, these include files that were deleted since. */
export const listExcluded = async (git: Git, exclusions: Exclusions, base?: string): Promise<Set<string>> => {
  if (exclusions.length === 0) return new Set()
  const withTree = base === undefined ? [] : [`--with-tree=${base}`]
  const listed = await git.run(['ls-files', '-z', '--cached', '--ignored', ...exclusions, ...withTree])
  return new Set(entriesOf(listed).map((bytes) => fileAt(bytes).path))
}

/** Splits the output of git's `-z`. It is decoded as latin1, since paths may be in any encoding. */
export const entriesOf = (listed: Buffer): string[] => {
  const entries = listed.toString('latin1').split('\0')
  entries.pop()
  return entries
}

const beyondAscii = /[\x80-\xff]/

export const fileAt = (bytes: string): TrackedFile => {
  if (!beyondAscii.test(bytes)) return { path: bytes, location: bytes }
  const location = Buffer.from(bytes, 'latin1')
  const path = location.toString()
  return { path, location: Buffer.from(path).equals(location) ? path : location }
}
