import { describe, expect, test } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { openSecrets } from '../../src/http/auth/secrets.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const token = 'the-metrics-of-the-tests'
const failedLimit = { rate: 0.001, burst: 3 }
const limiters = {
  management: openRateLimiter(undefined, Date.now),
  failed: openRateLimiter(failedLimit, () => performance.now()),
  lookups: openRateLimiter(undefined, () => performance.now()),
}
const metricsTokens = openSecrets([token])
const guarded = await startTestServer({ limiters, doors: { metricsTokens }, delivery: { metricsTokens, failedLimit } })
const open = await startTestServer()

const delivery = (server: typeof open) => (path: string, init?: RequestInit) =>
  fetch(`${server.deliveryUrl}${path}`, init)
const listeners = {
  Management: { guarded: guarded.fetch, open: open.fetch },
  Delivery: { guarded: delivery(guarded), open: delivery(open) },
}
const from = { origin: 'https://elsewhere.example' }

for (const [name, ask] of Object.entries(listeners)) {
  describe(`on ${name}`, () => {
    test.each(['/healthz', '/readyz', '/metrics'])('%s is for no other page', async (path) => {
      const response = await ask.open(path, { headers: from })
      expect(response.status).toBe(200)
      const preflight = await ask.open(path, { method: 'OPTIONS', headers: from })
      for (const { headers } of [response, preflight]) {
        expect([...headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([])
      }
      await response.body?.cancel()
      await preflight.body?.cancel()
    })

    test('/metrics with a token is for whoever has it; guesses are slowed down, and a right one then refused', async () => {
      const read = async (authorization?: string) => {
        const response = await ask.guarded(
          '/metrics',
          authorization === undefined ? {} : { headers: { authorization } },
        )
        return { status: response.status, text: await response.text() }
      }
      const right = await read(`Bearer ${token}`)
      expect(right.status).toBe(200)
      expect(right.text).toContain('bunting_')
      const nobody = await read()
      expect([nobody.status, JSON.parse(nobody.text)]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
      const wrong = await read(`Bearer ${token}x`)
      expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }])
      expect((await read('Bearer x')).status).toBe(401)
      expect((await read('Bearer x')).status).toBe(429)
      expect((await read(`Bearer ${token}`)).status).toBe(429)
      expect((await ask.guarded('/healthz')).status).toBe(200)
    })
  })
}

/** Every metric by its name and labels. */
const figures = async (ask: typeof open.fetch): Promise<Map<string, number>> => {
  const lines = (await (await ask('/metrics')).text()).split('\n').filter((line) => /^[a-z]/.test(line))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('each listener shows figures of its own, so that what both show together counts nothing twice', async () => {
  const [management, ofDelivery] = [await figures(open.fetch), await figures(delivery(open))]
  expect([...management.keys()].filter((name) => ofDelivery.has(name))).toEqual([])
  expect([...ofDelivery.keys()].filter((name) => !name.startsWith('bunting_delivery_'))).toEqual([])
  expect([...management.keys()].filter((name) => name.startsWith('bunting_delivery_'))).toEqual([])
  for (const name of ['process_cpu_seconds_total', 'nodejs_heap_size_used_bytes'])
    expect(management.has(name)).toBe(true)
})

test('how long Delivery took for its answers is a histogram, by route', async () => {
  const { key } = await open.newOrganization()
  const name = (part: string) => `bunting_delivery_request_duration_seconds_${part}`
  const read = async () => {
    const all = await figures(delivery(open))
    const buckets = [...all].filter(([series]) => /_bucket\{.*route="\/v1\/evaluate"/.test(series))
    const [count = 0, sum = 0] = ['count', 'sum'].map((part) => all.get(name(`${part}{route="/v1/evaluate"}`)))
    return { count, sum, buckets: buckets.map(([, value]) => value) }
  }
  const before = await read()
  const { evaluate } = deliveryClient(open.deliveryUrl, key)
  for (const _ of [1, 2, 3]) await evaluate('any-flag')
  const { count, sum, buckets } = await read()
  expect(count - before.count).toBe(3)
  expect(sum).toBeGreaterThan(before.sum)
  expect(buckets.length).toBeGreaterThan(10)
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  expect(buckets.at(-1)).toBe(count)
})
