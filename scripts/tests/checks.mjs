/** Every check of `npm test` that needs only the sources. Each is a program of node_modules/.bin, or Node. */
export const sourceChecks = [
  { name: 'biome', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'tsc', command: ['node', 'scripts/compile.mjs'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.mjs'] },
  { name: 'knip', command: ['knip'] },
  { name: 'tables', command: ['node', 'scripts/unicode/write-tables.mjs', '--check'] },
]

/** Started after the compiler is done, because it compiles too. */
export const packagesCheck = { name: 'packages', command: ['node', 'scripts/packages/check.mjs'] }
