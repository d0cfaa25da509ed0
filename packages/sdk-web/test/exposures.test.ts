import { expect, test, vi } from 'vitest'
import { experimentsOf } from '../../../apps/server/src/testing/experiments.ts'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import type { Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'
import { memoryStorage } from './support/memory-storage.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const experiments = experimentsOf(org)
const { key: clientKey } = await org.createKey({ type: 'client', scopes: ['evaluate', 'telemetry'] })
const management = 'http://management.test'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

type Sent = { events: Record<string, unknown>[]; exposures: Record<string, unknown>[]; keepalive: boolean | undefined }

const openPage = (options: Partial<Parameters<typeof openTestFlags>[0]> = {}) => {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const url = String(input)
    if (url.endsWith('/v1/track')) sent.push({ ...JSON.parse(String(init.body)), keepalive: init.keepalive })
    const headers = { ...(init.headers as Record<string, string>), 'user-agent': browser }
    const request = { ...init, headers }
    return url.startsWith(management)
      ? server.fetch(url.slice(management.length), request)
      : globalThis.fetch(input, request)
  }
  const flags = openTestFlags({
    url: server.deliveryUrl,
    key: clientKey as string,
    context: { userId: 'ada' },
    telemetry: { url: management, flushMs: 86_400_000 },
    fetch,
    ...options,
  })
  return { flags, sent }
}

const exposed = async (id: string): Promise<number> => {
  const figures = await server.deps.units?.readFigures(id as `exp_${string}`)
  return Object.values(figures?.units ?? {}).reduce((sum, one) => sum + one.exposed, 0)
}

const runSafe = () => experiments.run({}, { flag: { clientSafe: true } })

/** Answers, and whether reading exposes, are there. */
const answered = (flags: Flags, key: string) => vi.waitFor(() => expect(flags.peek(key)?.variant).toBeDefined())

test('reading a flag exposes, once; asking for it, looking at it and a read that says so do not', async () => {
  const { id, key } = await runSafe()
  const { flags, sent } = openPage({ flags: [key] })
  await answered(flags, key)
  flags.all()
  flags.string(key, '', { exposure: false })
  await flags.flush()
  expect(sent).toEqual([])
  for (let n = 0; n < 3; n++) flags.string(key, '')
  await flags.close()
  expect(sent.flatMap(({ exposures }) => exposures)).toEqual([{ token: expect.any(String), at: expect.any(Number) }])
  expect(await exposed(id)).toBe(1)
})

test('a flag that was read from the last visit’s answers exposes once it is known to be under experiment', async () => {
  const { id, key } = await runSafe()
  const storage = memoryStorage()
  const before = openPage({ flags: [key], storage })
  await answered(before.flags, key)
  await before.flags.close()
  const { flags } = openPage({ flags: [key], storage })
  expect(flags.string(key, '')).not.toBe('')
  await vi.waitFor(async () => {
    await flags.flush()
    expect(await exposed(id)).toBe(1)
  })
  await flags.close()
})

test('events are told with the context of the page, in a request that outlives it', async () => {
  const { flags, sent } = openPage()
  await flags.ready()
  flags.track('purchase', { value: 49.9 })
  flags.track('visit')
  await flags.close()
  expect(sent).toMatchObject([{ keepalive: true }])
  expect(sent[0]?.events).toMatchObject([
    { name: 'purchase', value: 49.9, context: { userId: 'ada' }, id: expect.any(String) },
    { name: 'visit', context: { userId: 'ada' } },
  ])
})

test('without telemetry nothing is asked for, and nothing told', async () => {
  const { key } = await runSafe()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(String(init?.body))
    return globalThis.fetch(input, init)
  }
  const flags = openTestFlags({ url: server.deliveryUrl, key: clientKey as string, flags: [key], fetch })
  await flags.ready()
  flags.track('purchase')
  await flags.close()
  expect(asked.join()).not.toContain('exposures')
})

test('track without telemetry sends nothing, and says so once', async () => {
  const errors: string[] = []
  const flags = openTestFlags({ url: server.deliveryUrl, key: clientKey as string })
  flags.on('error', ({ error }) => errors.push(`${error.code}: ${error.message}`))
  for (let n = 0; n < 2; n++) flags.track('purchase')
  expect(errors).toEqual(['TELEMETRY: track sends nothing: open the flags with telemetry: { url }.'])
  await flags.close()
})
