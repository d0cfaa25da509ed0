const venv = process.platform === 'win32' ? '.venv/Scripts' : '.venv/bin'
const python = `${venv}/python`
const benchPython = python.replace('.venv', 'dist/peers')

/** Writes the bundle for the benchmarks of starting. */
const writeBundle = ['node', '../../bench/bundle/write.ts', 'dist/bundle.json']

const goModules = ['./...', './openfeature/...', './test-service/...', './pack/...']

/**
 * The languages of the SDKs. Each has the folders that its tests depend on in addition to `conformance` and `harness`, the command
 * that prints the version of its toolchain, the minimum version, the commands of each step, and the command that starts its test
 * service. All commands run in the root of the repository, or in `cwd`.
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
      // `npm test` packs and tests these too.
      package: [],
      bench: [['node', 'scripts/bench.mjs', 'sdk']],
    },
    testService: ['node', 'harness/typescript/main.ts'],
    // Makes Node read proxies from the environment.
    environment: { NODE_USE_ENV_PROXY: '1' },
  },
  {
    name: 'go',
    folders: ['sdks/go'],
    cwd: 'sdks/go',
    toolchain: ['go', 'version'],
    needs: 'Go from 1.26 on',
    atLeast: [1, 26],
    prepare: [['go', 'build', '-C', 'test-service', '-buildvcs=false', '-o', '../dist/', '.']],
    steps: {
      lint: [
        ['gofmt', '-d', '.'],
        ['go', 'vet', ...goModules],
        ['go', 'run', 'honnef.co/go/tools/cmd/staticcheck@v0.8.2', ...goModules],
      ],
      unit: [['go', 'test', '-race', '-skip', '^TestConformance', './...', './openfeature/...']],
      // Verbose, so that it prints the cases that this version of Go is too old for.
      conformance: [['go', 'test', '-v', '-run', '^TestConformance', '.', './internal/engine']],
      package: [['node', '../../scripts/sdks/trials/go.mjs']],
      bench: [
        writeBundle,
        ['go', 'test', '-run', '^$', '-bench', '.', './internal/engine'],
        ['go', 'test', '-C', 'bench', '-run', '^$', '-bench', '.'],
      ],
    },
    testService: ['./dist/test-service'],
    pack: ['go', 'run', '-C', 'pack', '.'],
    program: { file: 'dist/program/main.go', command: ['go', 'run', './dist/program'] },
  },
  {
    name: 'python',
    // Its tests run the code in its documentation.
    folders: ['sdks/python', 'docs/sdk-python.md'],
    cwd: 'sdks/python',
    // Some systems have Python without the modules for virtual environments.
    toolchain: ['python3', '-c', 'import ensurepip, sys; print(sys.version)'],
    needs: 'Python from 3.11 on, with venv',
    atLeast: [3, 11],
    prepare: [['node', '../../scripts/sdks/make-venv.mjs']],
    steps: {
      lint: [
        [python, '-m', 'ruff', 'check', '.'],
        [python, '-m', 'ruff', 'format', '--check', '.'],
        [python, '-m', 'mypy'],
      ],
      unit: [[python, '-m', 'pytest', '-m', 'not conformance']],
      conformance: [[python, '-m', 'pytest', '-m', 'conformance']],
      package: [['node', '../../scripts/sdks/trials/python.mjs']],
      // Compares it with other SDKs, which tests do not need.
      bench: [
        writeBundle,
        [python, '-m', 'venv', 'dist/peers'],
        [benchPython, '-m', 'pip', 'install', '--quiet', '.', '-r', 'bench/requirements.txt'],
        [benchPython, '-m', 'bench'],
      ],
    },
    testService: [python, '-m', 'test_service'],
    pack: [python, '-m', 'hatchling', 'build', '-d'],
    program: { file: 'dist/program.py', command: [python, 'dist/program.py'] },
  },
  {
    name: 'java',
    folders: ['sdks/java'],
    cwd: 'sdks/java',
    // The compiler's version: some systems have Maven with a Java runtime only.
    toolchain: ['javac', '--version'],
    besides: [['mvn', '--version']],
    needs: 'Maven, and a JDK from 17 on',
    atLeast: [17],
    prepare: [['node', '../../scripts/sdks/build-jars.mjs']],
    steps: {
      lint: [['mvn', '-q', '-B', 'spotless:check']],
      unit: [['mvn', '-q', '-B', '-Pexamples', 'verify', '-DexcludedGroups=conformance']],
      conformance: [['mvn', '-q', '-B', 'test', '-pl', 'bunting-sdk', '-Dgroups=conformance']],
      package: [['node', '../../scripts/sdks/trials/java.mjs']],
      bench: [['node', 'bench/run.mjs']],
    },
    // The heap limit is what the largest scenario needs, and the most that it may use.
    testService: ['java', '-Xmx1g', '-XX:+UseSerialGC', '-jar', 'test-service/target/test-service.jar'],
    pack: ['node', 'pack.mjs'],
    program: {
      file: 'test-service/target/program/Ask.java',
      command: ['java', '-cp', 'test-service/target/lib/*', 'test-service/target/program/Ask.java'],
    },
  },
]
