import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launchServer, startServer } from '../../src/testing/servers/server-process.ts'
import { makeFolder } from '../../src/testing/services/make-folder.ts'
import { connectTo, dropped, openKeys, request } from './support/connections.ts'
import { databases } from './support/databases.ts'

const openFiles = 256

test('workers have their share of what is set', async () => {
  await using database = await databases.SQLite()
  const settings = { ...database.settings, BUNTING_DELIVERY_WORKERS: '2', BUNTING_MAX_STREAMS: '4' }
  await using server = await startServer(settings)
  const keys = await openKeys(server)
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => connectTo(server.deliveryUrl, '127.0.0.1', request('/v1/stream', keys.server))),
  )
  await vi.waitFor(() => expect(streams.every(({ text }) => text !== '')).toBe(true))
  const open = streams.filter(({ text }) => text.startsWith('HTTP/1.1 200'))
  expect(open).toHaveLength(4)
  await vi.waitFor(async () => expect(await dropped(server)).toMatch(/streams_refused_total\{bound="total"\} 16/))
})

test('more streams than the files allow are cut down to what they do, and the log says how to have them', async () => {
  await using database = await databases.SQLite()
  // A fake prlimit: the real one could raise the limit if the tests are run by root.
  const folder = await makeFolder('programs')
  onTestFinished(() => rm(folder, { recursive: true }))
  const asked = join(folder, 'asked')
  await writeFile(join(folder, 'prlimit'), `#!/bin/sh\necho "$@" >> ${asked}\nexit 1\n`, { mode: 0o755 })
  const settings = { ...database.settings, BUNTING_MAX_STREAMS: '5000', PATH: `${folder}:${process.env.PATH}` }
  await using server = await startServer(settings, { openFiles })
  expect(server.stderr()).toMatch(/"openFilesNeeded":(\d+).*BUNTING_MAX_STREAMS is more than the open files allow/)
  const [, needed] = /"openFilesNeeded":(\d+)/.exec(server.stderr()) ?? []
  expect(await readFile(asked, 'utf8')).toContain(`--pid=${server.pid} --nofile=${needed}:${needed}\n`)
})

test('a process that may open too few files does not start, and says how many it needs', async () => {
  const { settings } = await databases.SQLite()
  for (const [files, more] of [
    [100, {}],
    [512, { BUNTING_DELIVERY_WORKERS: '2' }],
  ] as const) {
    const launched = launchServer({ ...settings, ...more }, { openFiles: files })
    expect(await launched.exited).toEqual({ code: 1, signal: null })
    expect(launched.stderr()).toMatch(/^This process may open \d+ files, and needs \d+ at least: raise ulimit -n\.\n$/)
  }
})
