/**
 * The languages that there is an SDK for. Each has the folders that its tests depend on beside `conformance` and `harness`, the
 * command that tells its toolchain's version, what that has to be, what comes before everything else, the commands of each step,
 * and the one that starts its test service. All are run in the repository's folder, or in `cwd`.
 */
export const languages = [
  {
    name: 'typescript',
    folders: ['packages/engine', 'packages/sdk-core', 'packages/sdk-server', 'packages/openfeature'],
    toolchain: ['node', '--version'],
    needs: 'Node',
    // `npm test` checks and tests these packages with all the others.
    isPartOfTests: true,
    steps: {
      lint: [['biome', 'check', 'packages/sdk-core', 'packages/sdk-server', 'packages/openfeature', 'harness']],
      unit: [['vitest', 'run', '--project=sqlite', 'packages/sdk-core', 'packages/sdk-server']],
      conformance: [['vitest', 'run', '--project=sqlite', 'packages/.*conformance']],
      // `npm test` packs and tries these, too.
      package: [],
      bench: [['node', 'scripts/bench.mjs', 'sdk']],
    },
    testService: ['node', 'harness/typescript/main.ts'],
    // Node takes proxies from the environment where it is told to.
    environment: { NODE_USE_ENV_PROXY: '1' },
  },
  {
    name: 'java',
    folders: ['sdks/java'],
    cwd: 'sdks/java',
    // It tells Java's version too.
    toolchain: ['mvn', '--version'],
    needs: 'Maven, with Java from 17 on',
    prepare: [['node', '../../scripts/sdks/build-jars.mjs']],
    steps: {
      lint: [['mvn', '-q', '-B', 'spotless:check']],
      unit: [['mvn', '-q', '-B', '-Pexamples', 'verify', '-DexcludedGroups=conformance']],
      conformance: [['mvn', '-q', '-B', 'test', '-pl', 'bunting-sdk', '-Dgroups=conformance']],
      package: [['node', '../../scripts/sdks/trials/java.mjs']],
      bench: [['node', 'bench/run.mjs']],
    },
    // As much as the largest scenario needs, and no more than it may take.
    testService: ['java', '-Xmx1g', '-XX:+UseSerialGC', '-jar', 'test-service/target/test-service.jar'],
    pack: ['node', 'pack.mjs'],
  },
]
