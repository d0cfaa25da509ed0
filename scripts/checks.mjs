/** Every check of `npm test` that asks for nothing but the sources: side by side. Each is a program of node_modules/.bin, or Node. */
export const sourceChecks = [
  { name: 'biome', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'tsc', command: ['node', 'scripts/compile.mjs'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.mjs'] },
  { name: 'knip', command: ['knip'] },
]

/** It compiles, too: when the compiler is done. */
export const packagesCheck = { name: 'packages', command: ['node', 'scripts/packages/check.mjs'] }

export const tests = (args, reportFile) => ({
  name: 'vitest',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...args],
})
