import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { wrongUse } from '../core/failure.ts'

const named = /\.(json|ya?ml)$/i

/**
 * Returns the files that the paths name, without duplicates. A folder stands for all JSON and YAML files below it. Names that
 * begin with a dot are skipped, and so are links to folders, which may form cycles.
 */
export const findFiles = (paths: readonly string[]): string[] => {
  const found = paths.flatMap((path) => (statOf(path).isDirectory() ? filesIn(path) : [path]))
  if (found.length === 0) return wrongUse(`There is no JSON and no YAML file in ${paths.join(', ')}.`)
  return [...new Set(found)]
}

const statOf = (path: string) =>
  statSync(path, { throwIfNoEntry: false }) ?? wrongUse(`There is no file and no folder ${path}.`)

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path)
      return named.test(entry.name) && statOf(path).isFile() ? [path] : []
    })
