import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const { repository, homepage, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The fields of a published manifest that tell its origin. `directory` is the folder of its sources. */
export const origin = (directory) => ({ repository: { ...repository, directory }, homepage, bugs })

/** Converts a manifest: in the workspace a package refers to its sources, published to the built files. */
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

/** The types and the code of an entry. */
export function builtEntry(file) {
  const built = file.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
