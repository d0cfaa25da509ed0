import { expect, test } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { managementApp } from '../../src/management/app.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

// So slow that no token is refilled during a test.
const rate = 0.001
const server = await startTestServer({
  delivery: { serverLimit: { rate, burst: 5 }, clientLimit: { rate, burst: 2 }, failedLimit: { rate, burst: 3 } },
})

test('every answer says what is left, and the one too many when to come back', async () => {
  const org = await server.newOrganization()
  const { evaluate } = deliveryClient(server.deliveryUrl, org.key)
  for (const remaining of [4, 3, 2, 1, 0]) {
    const { status, headers } = await evaluate('a')
    expect(status).toBe(200)
    expect(headers.get('ratelimit-limit')).toBe('5')
    expect(headers.get('ratelimit-remaining')).toBe(String(remaining))
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    expect(headers.get('retry-after')).toBeNull()
  }
  const refused = await evaluate('a')
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('keys are counted apart, and client keys have a limit of their own', async () => {
  const org = await server.newOrganization()
  const first = deliveryClient(server.deliveryUrl, (await org.createKey()).key)
  const second = deliveryClient(server.deliveryUrl, (await org.createKey()).key)
  const client = deliveryClient(server.deliveryUrl, (await org.createKey({ type: 'client' })).key)
  for (let asked = 0; asked < 5; asked++) await first.evaluate('a')
  expect((await first.evaluate('a')).status).toBe(429)
  expect((await second.evaluate('a')).status).toBe(200)
  const answers = [await client.evaluate('a'), await client.evaluate('a'), await client.evaluate('a')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
})

test('an address with keys that are none is slowed down, and valid keys that are known from it are not', async () => {
  const org = await server.newOrganization()
  expect((await deliveryClient(server.deliveryUrl, org.key).evaluate('a')).status).toBe(200)
  const stranger = deliveryClient(server.deliveryUrl, `sk_${'x'.repeat(43)}`)
  const statuses = []
  for (let asked = 0; asked < 5; asked++) statuses.push((await stranger.evaluate('a')).status)
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  expect((await deliveryClient(server.deliveryUrl, org.key).evaluate('a')).status).toBe(200)
})

test('the Management API counts per actor, and failed keys per address', async () => {
  const org = await server.newOrganization()
  const other = await org.createKey()
  const limiter = (burst: number) => openRateLimiter({ rate, burst }, Date.now)
  const limiters = { ...server.deps.limiters, management: limiter(3), failed: limiter(2), lookups: limiter(1) }
  const app = managementApp({ ...server.deps, limiters }, { checks: {} })
  const call = async (key: string) => app.request('/v1/projects', { headers: { authorization: `Bearer ${key}` } })
  const statuses = async (key: string, count: number) => {
    const seen = []
    for (let asked = 0; asked < count; asked++) seen.push((await call(key)).status)
    return seen
  }
  expect(await statuses(org.key, 4)).toEqual([200, 200, 200, 429])
  const refused = await call(org.key)
  expect(refused.headers.get('retry-after')).toBeTruthy()
  expect(refused.headers.get('ratelimit-limit')).toBe('3')
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  expect(await statuses(other.key, 1)).toEqual([200])
  expect(await statuses(`sk_${'x'.repeat(43)}`, 3)).toEqual([401, 401, 429])
})

test('tokens come back with time, and never more than the burst', () => {
  let nowMs = 0
  const limiter = openRateLimiter({ rate: 10, burst: 20 }, () => nowMs)
  const take = () => limiter.take('a')?.allowed
  for (let taken = 0; taken < 20; taken++) expect(take()).toBe(true)
  expect(take()).toBe(false)
  nowMs += 100
  expect([take(), take()]).toEqual([true, false])
  nowMs += 60_000
  for (let taken = 0; taken < 20; taken++) expect(take()).toBe(true)
  expect(take()).toBe(false)
})
