import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const { repository, homepage, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What every published manifest says of where it comes from. `directory` is where its sources are. */
export const origin = (directory) => ({ repository: { ...repository, directory }, homepage, bugs })

/** In the workspace a package is its sources; published it is what was built of them. */
export function publishedManifest({ devDependencies, exports = {}, ...manifest }, directory) {
  const entries = Object.entries(exports).map(([entry, file]) => [entry, builtEntry(file)])
  return {
    ...manifest,
    ...origin(directory),
    sideEffects: false,
    exports: Object.fromEntries(entries),
    files: ['dist'],
  }
}

/** Where an entry's types are, and its code. */
export function builtEntry(file) {
  const built = file.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
