import { defineConfig } from 'vitest/config'

const api = ['apps/server/test/api/**/*.test.ts']
const processes = ['{apps,packages}/*/test/process/**/*.test.ts']
const pages = ['apps/dashboard/test/e2e/**/*.test.ts']
const services = ['apps/server/src/testing/services/global-setup.ts']

// Far above what a test takes on a busy machine: a limit ends what hangs, it decides nothing.
const limit = (ms: number) => ({ testTimeout: ms, hookTimeout: ms })

export default defineConfig({
  test: {
    maxWorkers: '100%',
    ...limit(60_000),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'examples/test/**/*.test.ts'],
          exclude: [...api, ...processes, ...pages],
          provide: { database: 'sqlite' },
        },
      },
      { test: { name: 'sqlite', include: api, provide: { database: 'sqlite' } } },
      { test: { name: 'postgres', include: api, provide: { database: 'postgres' }, globalSetup: services } },
      {
        test: {
          name: 'process',
          include: processes,
          globalSetup: services,
          // These start servers of their own: one file at a time, after all others.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...limit(180_000),
        },
      },
      {
        test: {
          name: 'dashboard',
          include: pages,
          globalSetup: ['scripts/dashboard/global-setup.mjs'],
          // A browser beside each server: one file at a time, after all others.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...limit(180_000),
        },
      },
    ],
  },
})
