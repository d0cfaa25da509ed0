import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { programFolder, programIngredients } from './build/ensure-program.mjs'
import { listFiles } from './ensure-built.mjs'
import { root } from './root.mjs'

/**
 * For `vitest --changed`, which knows the imports of a test, but not what it reads or starts: a file or folder that a test
 * module names in quotes counts as imported. If it is the program, all of the program's sources count.
 */
export const linkFiles = () => ({
  name: 'link-files',
  transform: {
    filter: { id: { include: /\/(test|testing)\/.*\.ts$/, exclude: /node_modules/ } },
    handler(code, id) {
      for (const file of new Set(namedIn(code, id).flatMap(filesAt))) this.addWatchFile(join(root, file))
    },
  },
})

const namedIn = (code, id) =>
  [...code.matchAll(/(['"`])([\w@./-]*(?:\/\w|\w\.\w)[\w@./-]*)\1/g)]
    .flatMap(([, , name]) => [resolve(root, name), resolve(dirname(id), name)])
    .filter((path) => path.startsWith(programFolder) || (path.startsWith(join(root, '/')) && existsSync(path)))

function filesAt(path) {
  if (path.startsWith(programFolder)) return programIngredients.flatMap(listFiles)
  // A whole package is only a starting point for paths, not something that a test reads.
  const isPlace = statSync(path).isDirectory() && existsSync(join(path, 'package.json'))
  return path.includes('node_modules') || isPlace ? [] : listFiles(relative(root, path))
}
