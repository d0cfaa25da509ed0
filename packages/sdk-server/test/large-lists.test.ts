import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../../apps/server/src/testing/test-organization.ts'
import { fileCache } from '../src/file-cache.ts'
import type { TimedOptions } from '../src/options.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const server = await startTestServer()
const url = server.deliveryUrl

/** A flag that is on for whoever is in a large segment. */
const openOrganization = async (ids: string) => {
  const org = await server.newOrganization()
  const segment = await org.uploadSegment(ids)
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const upload = (op: string, more: string) => org.upload(`${org.segmentAt(segment.key)}/ids?op=${op}`, more)
  return { org, key, segment, upload }
}

test('a flag answers by its list, in process, and follows its changes', async () => {
  const { org, key, upload } = await openOrganization(Array.from({ length: 3_000 }, (_, at) => `user-${at}`).join('\n'))
  const { fetch } = recordedFetch()
  const flags = openTestFlags({ url, key: org.key, fetch })
  const changed = vi.fn()
  const errors = vi.fn()
  flags.on('changed', changed)
  flags.on('error', errors)
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'user-1' }, false)).toBe(true))
  expect(flags.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: false, reason: 'DEFAULT' })
  expect(changed).toHaveBeenCalledWith({ keys: [key] })
  await upload('add', 'eve')
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'eve' }, false)).toBe(true))
  await upload('remove', 'user-1')
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'user-1' }, true)).toBe(false))
  expect(errors).not.toHaveBeenCalled()
})

test('a list that cannot be had is never taken for an empty one, and holds up nothing else', async () => {
  const { org, key, segment, upload } = await openOrganization('ada')
  const other = await org.createFlag()
  await org.put(org.at(other.key), config())
  let isWithheld = true
  const { fetch } = recordedFetch((path) =>
    isWithheld && path.startsWith('/v1/lists') ? Promise.resolve(new Response('', { status: 503 })) : undefined,
  )
  const flags = openTestFlags({ url, key: org.key, fetch })
  await flags.ready()
  expect(flags.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: true, error: expect.anything() })
  isWithheld = false
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'ada' }, false)).toBe(true))
  isWithheld = true
  await upload('replace', 'eve')
  await org.put(org.at(key), config({ version: 2, rules: [ruleIn(segment.key, { value: true })], defaultValue: true }))
  await org.put(org.at(other.key), config({ version: 2, defaultValue: true }))
  await vi.waitFor(() => expect(flags.boolean(other.key, {}, false)).toBe(true))
  expect(flags.booleanDetails(key, { userId: 'ada' }, false)).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  expect(flags.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: false, reason: 'DEFAULT' })
  isWithheld = false
  await vi.waitFor(() => expect(flags.booleanDetails(key, { userId: 'eve' }, false).reason).toBe('RULE_MATCH'))
  expect(flags.booleanDetails(key, { userId: 'ada' }, false)).toMatchObject({ value: true, reason: 'DEFAULT' })
})

test('a new version of a list that could not be had is fetched at once', async () => {
  const { org, key, upload } = await openOrganization('ada')
  let isWithheld = true
  /** Delivery may have the list a little after the bundle. */
  const received = (address: string, init: RequestInit) =>
    vi.waitFor(async () => {
      const response = await globalThis.fetch(address, init)
      expect(response.ok).toBe(true)
      return response
    })
  const { fetch, requests } = recordedFetch((path, init, address) => {
    if (!path.startsWith('/v1/lists')) return undefined
    return isWithheld ? new Response('', { status: 503 }) : received(address, init)
  })
  // The wait before the next try takes longer than any test.
  const timed: Partial<TimedOptions> = { url, key: org.key, fetch, timing: 10_000 }
  const flags = openTestFlags(timed)
  await vi.waitFor(() => expect(requests.some(({ path, status }) => path.startsWith('/v1/lists') && status)).toBe(true))
  isWithheld = false
  await upload('add', 'eve')
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'eve' }, false)).toBe(true))
})

test('a cache in files has the lists, too: the next start fetches none, or what changed', async () => {
  const { org, key, upload } = await openOrganization(Array.from({ length: 3_000 }, (_, at) => `user-${at}`).join('\n'))
  const folder = await mkdtemp(join(tmpdir(), 'lists-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cache = fileCache(join(folder, 'flags.json'))
  const start = () => {
    const { fetch, requests } = recordedFetch()
    const flags = openTestFlags({ url, key: org.key, fetch, cache })
    return {
      flags,
      lists: () => requests.map(({ path, query }) => path + query).filter((path) => path.startsWith('/v1/lists')),
    }
  }
  const first = start()
  await vi.waitFor(() => expect(first.flags.boolean(key, { userId: 'user-1' }, false)).toBe(true))
  await first.flags.close()
  expect(await readdir(folder)).toEqual(['flags.json', expect.stringMatching(/^flags\.json\.list_/)])

  const second = start()
  await vi.waitFor(() => expect(second.flags.boolean(key, { userId: 'user-1' }, false)).toBe(true))
  expect(second.lists()).toEqual([])
  await second.flags.close()

  await upload('add', 'eve')
  const third = start()
  await vi.waitFor(() => expect(third.flags.boolean(key, { userId: 'eve' }, false)).toBe(true))
  expect(third.lists().filter((path) => !path.endsWith('?version=2&from=1'))).toEqual([])
})

test('without Bunting, flags answer by the lists that were kept', async () => {
  const { org, key } = await openOrganization('ada')
  const folder = await mkdtemp(join(tmpdir(), 'lists-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cache = fileCache(join(folder, 'flags.json'))
  const first = openTestFlags({ url, key: org.key, cache })
  await vi.waitFor(() => expect(first.boolean(key, { userId: 'ada' }, false)).toBe(true))
  await first.close()
  const alone = openTestFlags({ url: 'http://127.0.0.1:9', key: org.key, cache })
  await vi.waitFor(() => expect(alone.boolean(key, { userId: 'ada' }, false)).toBe(true))
  expect(alone.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: false, reason: 'DEFAULT' })
  await alone.close()

  const [, file] = (await readdir(folder)) as [string, string]
  await writeFile(join(folder, file), 'half of it')
  const broken = openTestFlags({ url: 'http://127.0.0.1:9', key: org.key, cache })
  const errors: string[] = []
  broken.on('error', ({ error }) => errors.push(error.code))
  await vi.waitFor(() => expect(errors).toContain('CACHE'))
  expect(broken.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: true, error: expect.anything() })
})

test('a list that goes while it is fetched is given up, without a word', async () => {
  const { org, key, segment, upload } = await openOrganization('ada')
  let letGo = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { fetch, requests } = recordedFetch((path) =>
    path.startsWith('/v1/lists') ? isHeld.then(() => new Response('', { status: 404 })) : undefined,
  )
  const flags = openTestFlags({ url, key: org.key, fetch })
  const errors = vi.fn()
  await vi.waitFor(() => expect(requests.some(({ path }) => path.startsWith('/v1/lists'))).toBe(true))
  flags.on('error', errors)
  await org.put(org.at(key), config({ version: 2, defaultValue: true }))
  await org.patch(`${org.base}/segments/${segment.key}`, { archived: true })
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'ada' }, false)).toBe(true))
  letGo()
  expect((await upload('add', 'eve')).status).toBe(409)
  await org.put(org.at(key), config({ version: 3, defaultValue: false }))
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'ada' }, true)).toBe(false))
  expect(errors).not.toHaveBeenCalled()
  expect(requests.filter(({ path }) => path.startsWith('/v1/lists'))).toHaveLength(1)
})
