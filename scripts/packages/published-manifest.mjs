/** In the workspace a package is its sources; published it is what was built of them. */
export function publishedManifest({ devDependencies, ...manifest }) {
  return {
    ...manifest,
    engines: { node: '>=20' },
    sideEffects: false,
    exports: Object.fromEntries(Object.entries(manifest.exports).map(([entry, file]) => [entry, builtEntry(file)])),
    files: ['dist'],
  }
}

/** Where an entry's types are, and its code. */
export function builtEntry(file) {
  const built = file.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
