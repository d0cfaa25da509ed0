/**
 * The languages that there is an SDK for. Each has the folders that its tests depend on beside `conformance` and `harness`, the
 * command that tells its toolchain's version, the commands of each step, and the one that starts its test service. All are
 * run in the repository's folder, or in `cwd`.
 */
export const languages = [
  {
    name: 'typescript',
    folders: ['packages/engine', 'packages/sdk-core', 'packages/sdk-server', 'packages/openfeature'],
    toolchain: ['node', '--version'],
    // `npm test` checks and tests these packages with all the others.
    isPartOfTests: true,
    steps: {
      lint: [['biome', 'check', 'packages/sdk-core', 'packages/sdk-server', 'packages/openfeature', 'harness']],
      unit: [['vitest', 'run', '--project=sqlite', 'packages/sdk-core', 'packages/sdk-server']],
      conformance: [['vitest', 'run', '--project=sqlite', 'packages/.*conformance']],
      bench: [['node', 'scripts/bench.mjs', 'sdk']],
    },
    testService: ['node', 'harness/typescript/main.ts'],
    // Node takes proxies from the environment where it is told to.
    environment: { NODE_USE_ENV_PROXY: '1' },
  },
]
