import { hiddenProblem, limits } from '@bunting/contract'
import type { Git } from '../../git/git.ts'
import { entriesOf, fileAt } from '../git/tracked-files.ts'

/** The commit that removed the last reference to a flag from the code. */
export type Removal = { flagKey: string; commit: string; at: string; author?: string }

/** A flag that the code no longer names. */
type Lost = { flagKey: string; aliases: readonly string[] }

/** The maximum number of commits that are searched, and of flags that are searched for. */
const maxCommits = 200
const maxFlags = 100

/** Finds the commits that removed flags since another commit. Flags whose commit is not found are omitted. */
export const findRemovals = async (
  git: Git,
  since: string,
  lost: readonly Lost[],
  isExcluded: (path: string) => boolean,
): Promise<Removal[]> => {
  if (lost.length === 0) return []
  const commits = (await git.run(['rev-list', `--max-count=${maxCommits}`, `${since}..HEAD`])).toString()
  const removals: Removal[] = []
  for (const flag of commits === '' ? [] : lost.slice(0, maxFlags)) {
    const changes = changesIn(await git.run([...search, `-S${patternOf(flag)}`], commits))
    const removing = changes.find(({ paths }) => !paths.every(isExcluded))
    if (removing !== undefined) removals.push({ flagKey: flag.flagKey, ...removing.by })
  }
  return removals
}

/** Lists commits that change how often a file contains a text, newest first, with these files. */
const search = [
  ...['log', '--no-walk=unsorted', '--stdin', '--no-renames', '--pickaxe-regex', '--name-only', '-z'],
  ...['--no-show-signature', '--no-textconv', '--no-ext-diff', '--format=:%H %ct %an'],
]

type Change = { by: Omit<Removal, 'flagKey'>; paths: string[] }

const changesIn = (printed: Buffer): Change[] => {
  const changes: Change[] = []
  for (const entry of entriesOf(printed)) {
    const { path } = fileAt(entry)
    const [, commit, seconds, author = ''] = /^:([0-9a-f]{40,64}) (\d+) (.*)$/.exec(path) ?? []
    if (commit === undefined) {
      changes.at(-1)?.paths.push(path.replace(/^\n/, ''))
      continue
    }
    const isNameable = author !== '' && author.length <= limits.codeName && !hiddenProblem(author, 'one line')
    const at = new Date(1_000 * Number(seconds)).toISOString()
    changes.push({ by: { commit, at, ...(isNameable ? { author } : {}) }, paths: [] })
  }
  return changes
}

/** Returns a POSIX pattern that matches the names of a flag as whole words: `checkout`, but not in `checkout-v2`. */
const patternOf = ({ flagKey, aliases }: Lost): string =>
  [alone([flagKey], 'A-Za-z0-9._-'), ...(aliases.length === 0 ? [] : [alone(aliases, 'A-Za-z0-9_-')])].join('|')

const alone = (names: readonly string[], goesOn: string): string =>
  `(^|[^${goesOn}])(${names.map((name) => name.replace(/[.[\]{}()*+?^$|\\]/g, '\\$&')).join('|')})($|[^${goesOn}])`
