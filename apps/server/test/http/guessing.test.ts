import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'

const burst = 5
const rate = 0.001
const lookups = 3
let nowMs = 0
const limiters = {
  management: openRateLimiter(undefined, () => nowMs),
  failed: openRateLimiter({ rate, burst }, () => nowMs),
  lookups: openRateLimiter({ rate, burst: lookups }, () => nowMs),
}
const readKey = vi.fn()
const readStreamKey = vi.fn()
const server = await startTestServer({
  limiters,
  delivery: { failedLimit: { rate, burst }, lookupLimit: { rate, burst: lookups } },
  wrapEdge: (edge) => ({
    ...edge,
    readKey: (hash) => readKey(hash) ?? edge.readKey(hash),
    readStreamKey: (token) => readStreamKey(token) ?? edge.readStreamKey(token),
  }),
})

/** Moves the clock until the token bucket is full again. */
const refill = () => {
  nowMs += (burst / rate) * 1_000
}

const repeat = async <Answer>(times: number, ask: () => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let asked = 0; asked < times; asked++) answers.push(await ask())
  return answers
}

describe('on the Management API', () => {
  beforeEach(refill)

  const operate = (key: string) => server.send('GET', '/admin/v1/organizations', { key })
  const useCookie = (cookie: string) => server.send('GET', '/v1/projects', { headers: { cookie } })
  const limited = { status: 429, body: { error: { code: 'RATE_LIMITED' } } }

  test('the right operator token after too many wrong ones is refused, until time has passed', async () => {
    const wrong = await repeat(burst + 20, () => operate('x'.repeat(40)))
    expect(wrong.map(({ status }) => status)).toEqual([...Array(burst).fill(401), ...Array(20).fill(429)])
    const right = await operate(adminToken)
    expect(right).toMatchObject(limited)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    refill()
    expect((await operate(adminToken)).status).toBe(200)
  })

  test('wrong operator tokens that come all at once get no further than one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => operate('x'.repeat(40))))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(burst)
  })

  const wrongKey = (letter: string) => `sk_${letter.repeat(43)}`
  const wrongCookie = (letter: string) => `bunting_session=${letter.repeat(43)}`
  const useKey = (key: string) => server.send('GET', '/v1/projects', { key })

  test('a key and a session go on, however many wrong ones their neighbours send', async () => {
    const organization = await server.newOrganization()
    const { cookie } = await server.newMember(organization, 'viewer')
    await useKey(organization.key)
    await useCookie(cookie)
    // One program with an expired key, and one that invents cookies.
    const wrong = await repeat(burst + 20, () => useKey(wrongKey('x')))
    expect(wrong.map(({ status }) => status)).toEqual([...Array(burst).fill(401), ...Array(20).fill(429)])
    for (const letter of 'abcdefghijklmnopqrst') await useCookie(wrongCookie(letter))
    expect((await useKey(organization.key)).status).toBe(200)
    expect((await useCookie(cookie)).status).toBe(200)
  })

  test('past the limit what is not known is looked up so many times for all, and what failed not again', async () => {
    const organization = await server.newOrganization()
    const { cookie } = await server.newMember(organization, 'viewer')
    await repeat(burst, () => useKey(wrongKey('a')))
    const find = vi.spyOn(server.deps.store.apiKeys, 'findActor')
    expect(await useKey(wrongKey('a'))).toMatchObject(limited)
    expect(find).not.toHaveBeenCalled()
    expect((await useCookie(cookie)).status).toBe(200)
    expect(await useKey(wrongKey('b'))).toMatchObject(limited)
    expect(await useKey(wrongKey('c'))).toMatchObject(limited)
    expect(find).toHaveBeenCalledTimes(2)
    const refused = await useKey(organization.key)
    expect(refused).toMatchObject(limited)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(find).toHaveBeenCalledTimes(2)
    expect((await useCookie(cookie)).status).toBe(200)
    refill()
    expect((await useKey(organization.key)).status).toBe(200)
    find.mockRestore()
  })

  test.each([
    ['no key', '/v1/projects', {}],
    ['no operator token', '/admin/v1/organizations', {}],
    ['no session', '/api/auth/session', {}],
    ['something else than a bearer', '/v1/projects', { authorization: 'Basic eDp5' }],
  ])('%s counts, too', async (_, path, headers) => {
    const answers = await repeat(burst + 1, () => server.send('GET', path, { headers }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(burst).fill(401), 429])
  })

  test('what is right spends nothing', async () => {
    const organization = await server.newOrganization()
    const answers = await repeat(3 * burst, () => organization.get('/v1/projects'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await operate('x'.repeat(40))).headers.get('ratelimit-remaining')).toBe(String(burst - 1))
  })
})

test('on Delivery past the limit a key goes on, and what is not known is looked up so many times for all', async () => {
  const organization = await server.newOrganization()
  const known = deliveryClient(server.deliveryUrl, organization.key)
  const [first, second, third, fourth] = await Promise.all(
    Array.from({ length: lookups + 1 }, async () =>
      deliveryClient(server.deliveryUrl, (await organization.createKey()).key),
    ),
  )
  expect((await known.evaluate('a')).status).toBe(200)

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const method = path.startsWith('/v1/evaluate') ? 'POST' : 'GET'
    const response = await fetch(`${server.deliveryUrl}${path}`, { method, headers })
    await response.body?.cancel()
    return response.status
  }
  const failures = [
    await ask('/v1/evaluate'),
    await ask('/v1/evaluate', { authorization: 'Basic eDp5' }),
    await ask(`/v1/stream?key=${organization.key}`),
    await ask('/ofrep/v1/stream'),
    await ask(`/ofrep/v1/stream?token=key_0.${'0'.repeat(64)}`),
  ]
  expect(failures).toEqual(Array(burst).fill(401))
  expect(await ask('/v1/evaluate')).toBe(429)

  expect((await first?.evaluate('a'))?.status).toBe(200)
  expect((await second?.evaluate('a'))?.status).toBe(200)
  expect(await ask(`/ofrep/v1/stream?token=key_1.${'0'.repeat(64)}`)).toBe(429)
  readKey.mockClear()
  readStreamKey.mockClear()
  const refused = await third?.evaluate('a')
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fourth?.evaluate('a'))?.status).toBe(429)
  expect(await ask(`/ofrep/v1/stream?token=key_2.${'0'.repeat(64)}`)).toBe(429)
  expect(readKey).not.toHaveBeenCalled()
  expect(readStreamKey).not.toHaveBeenCalled()
  expect((await known.evaluate('a')).status).toBe(200)
  expect((await first?.evaluate('a'))?.status).toBe(200)
})
