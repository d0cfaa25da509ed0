import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { makeDataDir } from './support/databases.ts'
import { evaluate } from './support/organization.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The modes of a directory and everything in it, by name. */
const modesIn = (directory: string): Record<string, string> => {
  const names = readdirSync(directory, { recursive: true }) as string[]
  return Object.fromEntries(['.', ...names].map((name) => [name, modeOf(join(directory, name))]))
}

/** Starts with a umask that lets everybody read and write new files. */
const withOpenUmask = () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
}

test('whatever the umask is, the data directory and all in it are for their owner alone', async () => {
  withOpenUmask()
  const dataDir = join(await makeDataDir(), 'made', 'by-the-start')
  await using server = await startServer({ BUNTING_DATA_DIR: dataDir, REDIS_URL: inject('redisUrl') })
  expect((await evaluate(server, server.firstKey ?? '', 'x')).status).toBe(200)
  const written = () => readdirSync(join(dataDir, 'delivery')).filter((name) => name.endsWith('.json'))
  await vi.waitFor(() => expect(written()).toHaveLength(2))
  const modes = modesIn(dataDir)
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['bunting.db', 'bunting.db-wal', 'events.db', 'events.db-wal', 'events.db-shm']),
  )
  for (const [name, mode] of Object.entries(modes)) {
    expect(mode, name).toBe(['.', 'delivery'].includes(name) ? '700' : '600')
  }
  expect(server.stdout()).not.toContain('Warning')
})

test('what an earlier start left open is closed', async () => {
  const dataDir = await makeDataDir()
  await using first = await startHere({ BUNTING_DATA_DIR: dataDir })
  await first.stop()
  chmodSync(dataDir, 0o755)
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644)
  mkdirSync(join(dataDir, 'delivery'), { mode: 0o755 })
  writeFileSync(join(dataDir, 'delivery', 'env_1.json'), '{}', { mode: 0o644 })
  await using again = await startHere({ BUNTING_DATA_DIR: dataDir })
  const modes = modesIn(dataDir)
  expect(modes).toMatchObject({ '.': '700', 'bunting.db': '600', delivery: '700' })
  expect(modes[join('delivery', 'env_1.json')]).toBe('600')
  expect(again.warnings).toEqual([])
})

test('a directory that others use too is left as it is, and warned about', async () => {
  const dataDir = await makeDataDir()
  writeFileSync(join(dataDir, 'somebody-else.txt'), '')
  chmodSync(dataDir, 0o755)
  await using server = await startServer({ BUNTING_DATA_DIR: dataDir })
  expect(modeOf(dataDir)).toBe('755')
  expect(modeOf(join(dataDir, 'bunting.db'))).toBe('600')
  expect(server.stdout()).toMatch(/Warning: Others on this machine .*BUNTING_DATA_DIR/)
})

test('a start that sends sessions over plain HTTP says so, and comes up', async () => {
  await using server = await startHere({
    BUNTING_DATA_DIR: await makeDataDir(),
    BUNTING_PUBLIC_URL: 'http://flags.example.com',
    BUNTING_OAUTH_ISSUER: 'https://id.example.com',
    BUNTING_OAUTH_CLIENT_ID: 'flags',
    BUNTING_OAUTH_ADMINS: 'ada@example.com',
  })
  expect(server.warnings).toEqual([
    expect.stringMatching(/^People sign in at http:\/\/flags.example.com .*BUNTING_PUBLIC_URL/),
  ])
})
