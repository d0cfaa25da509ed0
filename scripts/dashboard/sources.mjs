import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** All that the built dashboard is made of: its own files, the packages it uses, and the versions of everything else. */
const ingredients = [
  'apps/dashboard/index.html',
  'apps/dashboard/package.json',
  'apps/dashboard/contract-routes.ts',
  'apps/dashboard/vite.config.ts',
  'apps/dashboard/public',
  'apps/dashboard/src',
  'packages/contract/src',
  'packages/engine/src',
  'package-lock.json',
  'scripts/dashboard/build.mjs',
]

const listFiles = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .sort()
        .flatMap((name) => listFiles(`${path}/${name}`))
    : [path]

/** By content: a copy or a checkout that changed only dates builds nothing. */
export function hashSources() {
  const hash = createHash('sha256')
  for (const file of ingredients.flatMap(listFiles)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
