import { limits } from '@bunting/contract'
import { wrongUse } from '../../core/failure.ts'
import type { Git } from '../../git/git.ts'
import { toUtf8 } from '../find/to-utf8.ts'
import type { ReadTracked } from '../git/read-tracked.ts'
import { listTracked } from '../git/tracked-files.ts'
import { type AliasPattern, compileAliasPattern } from './alias-pattern.ts'
import type { FileAlias } from './settings.ts'

/** The maximum number of steps of one pattern on all of its files: about ten seconds on a slow machine. */
const maxSteps = 500_000_000

/** Longer lines are skipped, since they are data. */
const maxLine = 2_000

/** Finds aliases that files of the repository define, such as `NEW_CART = 'new-cart'`. */
export const findAliases = async (
  git: Git,
  read: ReadTracked,
  { file, pattern }: FileAlias,
): Promise<Map<string, Set<string>>> => {
  const files = await listTracked(git, [`:(top,glob)${file}`])
  if (files.length === 0) wrongUse(`bunting.json: no tracked file matches "${file}" of its aliases.`)
  const compiled = compileAliasPattern(pattern)
  const aliases = new Map<string, Set<string>>()
  let steps = 0
  for (const each of files) {
    const bytes = read(each)
    const text = typeof bytes === 'string' ? undefined : toUtf8(bytes)
    if (text === undefined) continue
    steps += text.length * compiled.size
    if (steps > maxSteps) {
      wrongUse(
        `bunting.json: the pattern ${pattern} takes too long on ${file}.`,
        'Name fewer files, or a simpler pattern.',
      )
    }
    addAliases(aliases, compiled, text.toString())
  }
  return aliases
}

const addAliases = (aliases: Map<string, Set<string>>, pattern: AliasPattern, text: string): void => {
  for (const line of text.split('\n')) {
    if (line.length > maxLine) continue
    pattern.search(line, (key, alias) => {
      if (alias.length > limits.codeName) return
      const known = aliases.get(key) ?? new Set()
      aliases.set(key, known.add(alias))
    })
  }
}
