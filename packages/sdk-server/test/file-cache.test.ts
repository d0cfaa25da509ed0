import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fileCache } from '../src/file-cache.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const makePath = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'bunting-cache-')), 'of', 'flags.json')

const ada = { unit: null, config: { version: 1, included: ['ada'], excluded: [], rules: [] } }
const forAda = {
  id: 'rule_ada',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ operator: 'in_segment', value: 'ada' }],
  value: true,
}
const served = bundle({ checkout: { rules: [forAda] } }, { segments: { ada } })
const serving = recordedFetch((path) =>
  path === '/v1/bundle' ? Response.json(served, { headers: { etag: '"1"' } }) : new Response('', { status: 503 }),
).fetch

test('an application that starts without Bunting has the flags of before', async () => {
  const path = await makePath()
  const before = openTestFlags({ fetch: serving, cache: fileCache(path) })
  await before.ready()
  await before.close()
  const after = openTestFlags({ cache: fileCache(path) })
  expect(await after.ready()).toBe(true)
  expect(after.boolean('checkout', { userId: 'ada' }, false)).toBe(true)
  await vi.waitFor(() => expect(after.status).toBe('stale'))
})

test('a file is replaced as a whole, and only its owner may read it', async () => {
  const path = await makePath()
  const cache = fileCache(path)
  expect(await cache.read()).toBeUndefined()
  await Promise.all([cache.write('one'), cache.write('two'), fileCache(path).write('three')])
  expect(['one', 'two', 'three']).toContain(await readFile(path, 'utf8'))
  expect(await readdir(join(path, '..'))).toEqual(['flags.json'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('half a file is told of and replaced', async () => {
  const path = await makePath()
  await fileCache(path).write('')
  await writeFile(path, JSON.stringify(served).slice(0, 50))
  const codes: string[] = []
  const flags = openTestFlags({ fetch: serving, cache: fileCache(path) })
  flags.on('error', ({ error }) => codes.push(error.code))
  await flags.ready()
  await vi.waitFor(() => expect(codes).toContain('BAD_ANSWER'))
  await vi.waitFor(async () => expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(served))
})

test('a cache that fails costs no flags', async () => {
  const cache = { read: () => Promise.reject(new Error('no disk')), write: () => Promise.reject(new Error('no disk')) }
  const flags = openTestFlags({ fetch: serving, cache })
  const codes: string[] = []
  flags.on('error', ({ error }) => codes.push(error.code))
  expect(await flags.ready()).toBe(true)
  await vi.waitFor(() => expect(codes.filter((code) => code === 'CACHE')).toHaveLength(2))
})
