import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { conditionLimitMs, testLimitMs } from './apps/server/src/testing/limits.ts'
import { linkFiles } from './scripts/link-files.mjs'

// What a database decides runs on both; one shows the rest.
const databases = ['apps/server/test/databases/**/*.test.ts']
// What Delivery answers, it answers the same by both ways of its HTTP. Those of `databases` take one with each database.
const delivery =
  'apps/server/test/http/{broken-flag,bundle-*,compression,evaluate,expired-bundles,guessing,heavy-requests,http,ofrep-*,plain-routes,prefix,rate-limit,slow-readers,stream*,unread-answers}.test.ts'
const processes = ['{apps,packages}/*/test/process/**/*.test.ts', 'examples/test/process/**/*.test.ts']
// What the dashboard does is seen in a document, and what takes a browser, in one.
const documents = ['apps/dashboard/test/document/**/*.test.ts']
const pages = ['apps/dashboard/test/e2e/**/*.test.ts']
// What kills, freezes, fails over, fills disks and upgrades under load: `npm run test:chaos`, one file at a time.
const chaos = ['{apps,packages}/*/test/chaos/**/*.test.ts', 'examples/test/chaos/**/*.test.ts']
// What holds an SDK of any language, driven over HTTP: `harness/README.md`. Also by `npm run test:chaos`.
const scenarios = ['harness/scenarios/**/*.test.ts']
// What OpenFeature's own command line does with the manifest API: `npm test` runs it where Go is there.
const openFeatureCli = ['apps/server/test/openfeature-cli/**/*.test.ts']
const program = ['scripts/build/ensure-program.mjs']
const services = ['apps/server/src/testing/services/global-setup.ts']

// Tests wait for others, too: more files at once than there are processors keep those busy. All projects have the same
// number, so that the next one begins while the last files of another are still running.
const workers = { maxWorkers: 2 * availableParallelism() }

// Files that share nothing but code, and a browser: both are there once, for each process that runs some of them.
const together = { isolate: false }

/** Processes wait while pages work: spread evenly among each other, they keep the processors busy from first to last. */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const places = new Map<TestSpecification, number>()
    for (const kind of Map.groupBy(sorted, kindOf).values()) {
      for (const [at, file] of kind.entries()) places.set(file, (at + 0.5) / kind.length)
    }
    const place = (file: TestSpecification) => (file.moduleId.endsWith(longestWait) ? -1 : (places.get(file) ?? 0))
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((files) => files.sort((one, other) => place(one) - place(other)))
  }
}
/** A page in it waits for two minutes, which costs nothing while other files run: it starts first in its project. */
const longestWait = 'examples/test/process/pages/pages.test.ts'
const kindOf = ({ project, moduleId }: TestSpecification) => `${project.name} ${moduleId.includes('/e2e/')}`

export default defineConfig({
  plugins: [linkFiles()],
  test: {
    ...workers,
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    sequence: { sequencer: Spread },
    setupFiles: ['apps/server/src/testing/patience.ts'],
    expect: { poll: { timeout: conditionLimitMs, interval: 100 } },
    projects: [
      {
        test: {
          name: 'sqlite',
          include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'examples/test/**/*.test.ts'],
          exclude: [...processes, ...documents, ...pages, ...chaos, ...openFeatureCli],
          provide: { database: 'sqlite', deliveryHttp: 'fast' },
          globalSetup: program,
          ...together,
        },
      },
      {
        test: {
          name: 'node-http',
          include: [delivery],
          provide: { database: 'sqlite', deliveryHttp: 'node' },
          ...together,
        },
      },
      {
        test: {
          name: 'postgres',
          include: databases,
          provide: { database: 'postgres', deliveryHttp: 'node' },
          globalSetup: services,
          ...together,
        },
      },
      {
        test: {
          name: 'document',
          include: documents,
          globalSetup: program,
          // A window has modules of its own.
          execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
          ...together,
        },
      },
      {
        test: {
          name: 'program',
          include: [...processes, ...pages],
          globalSetup: [...program, ...services],
          ...together,
        },
      },
      {
        test: {
          name: 'chaos',
          include: chaos,
          globalSetup: [...program, ...services],
          // One file at a time: only what a file breaks is slow.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...together,
        },
      },
      {
        test: {
          name: 'sdks',
          include: scenarios,
          globalSetup: [...program, ...services, 'harness/global-setup.ts'],
          provide: { database: 'sqlite', deliveryHttp: 'fast' },
          // Most scenarios wait.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          ...together,
        },
      },
      {
        test: {
          name: 'openfeature-cli',
          include: openFeatureCli,
          globalSetup: [...program, 'apps/server/test/openfeature-cli/global-setup.ts'],
          provide: { database: 'sqlite', deliveryHttp: 'fast' },
          sequence: { groupOrder: 3 },
          ...together,
        },
      },
    ],
  },
})
