import { costOf, type FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

// So slow that no token is refilled during a test.
const burst = 1_000
const server = await startTestServer({
  delivery: { clientLimit: { rate: 0.001, burst }, serverLimit: { rate: 0.001, burst } },
})

const rule = (pattern: string) => ({
  conditions: [{ attribute: 'tags', operator: 'regex', value: pattern }],
  value: true,
})
const configOf = (rules: readonly object[]) => ({ version: 1, enabled: true, defaultValue: false, rules })
/** A config that costs about the maximum that can be saved. */
const heavy = configOf(Array.from({ length: 90 }, (_, at) => rule(`[ab]*a[ab]{20}c${at}`)))
const ordinary = configOf([rule('^[a-z0-9._+-]+@example\\.com$'), rule('^[a-z0-9._+-]+@example\\.org$')])

const open = async (config: object, count: number) => {
  const org = await server.newOrganization()
  const keys = Array.from({ length: count }, (_, at) => `flag-${at}`)
  for (const key of keys) {
    await org.createFlag({ key, clientSafe: true })
    expect(await org.put(org.at(key), config)).toMatchObject({ status: 201 })
  }
  const { key } = await org.createKey({ type: 'client' })
  return { org, keys, client: deliveryClient(server.deliveryUrl, key) }
}

const text = 'ab'.repeat(512)
const list = Array.from({ length: 60 }, (_, at) => text.slice(0, 1_000 + (at % 20)))
const left = ({ headers }: { headers: Headers }): number => Number(headers.get('ratelimit-remaining'))

test('what is asked of heavy flags in these tests is heavy, and can be saved', () => {
  expect(costOf(heavy as unknown as FlagConfig)).toBeGreaterThan(3_000_000)
})

test('a list that costs too much is refused by every door, with the list and the flags', async () => {
  const { org, keys, client } = await open(heavy, 3)
  const attributes = { plan: 'pro', tags: list, few: ['a'] }
  const problem = {
    path: 'context.attributes.tags',
    message: expect.stringMatching(/too long .* in flag-\d, flag-\d, flag-\d: send/),
  }
  const refused = { status: 422, body: { error: { code: 'VALIDATION_ERROR', details: [problem] } } }
  expect(await client.bulk(keys, { attributes })).toMatchObject(refused)
  const one = { ...problem, message: expect.stringContaining('in flag-1: send') }
  const refusedOne = { status: 422, body: { error: { code: 'VALIDATION_ERROR', details: [one] } } }
  expect(await client.evaluate('flag-1', { attributes })).toMatchObject(refusedOne)

  const ofrep = {
    status: 400,
    body: { errorCode: 'INVALID_CONTEXT', errorDetails: expect.stringMatching(/context\.tags is a list .* in flag-/) },
  }
  expect(await client.send('POST', '/ofrep/v1/evaluate/flags', { context: attributes })).toMatchObject(ofrep)
  expect(await client.send('POST', '/ofrep/v1/evaluate/flags/flag-1', { context: attributes })).toMatchObject(ofrep)

  expect(await org.post(`${org.at('flag-1')}/explain`, { context: { attributes } })).toMatchObject(refusedOne)
  const draft = { context: { attributes }, config: heavy }
  expect(await org.post(`${org.at('flag-1')}/explain`, draft)).toMatchObject(refusedOne)
  expect(await org.post(`${org.base}/answers`, { context: { attributes } })).toMatchObject(refused)
})

test('texts are never refused, and count as many requests as they take', async () => {
  const { keys, client } = await open(heavy, 40)
  const light = await client.bulk(keys, { attributes: { tags: 'a' } })
  expect(left(light)).toBeGreaterThan(burst - 5)
  const dear = await client.bulk(keys, { attributes: { tags: text } })
  expect(dear).toMatchObject({ status: 200, body: { results: { 'flag-39': { value: false, reason: 'DEFAULT' } } } })
  expect(left(light) - left(dear)).toBeGreaterThan(40)
  const ofrep = await client.send('POST', '/ofrep/v1/evaluate/flags', { context: { tags: text } })
  expect(left(dear) - left(ofrep)).toBeGreaterThan(40)
  expect(ofrep.body.flags).toHaveLength(40)
})

test('who has too little left for a dear request is told when to come back, once, and may still ask for little', async () => {
  const { keys, client } = await open(heavy, 40)
  const ask = () => client.bulk(keys, { attributes: { tags: text } })
  let answer = await ask()
  while (answer.status === 200) answer = await ask()
  expect(answer).toMatchObject({
    status: 429,
    body: { error: { code: 'RATE_LIMITED', message: expect.stringContaining('as many others') } },
  })
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(answer.headers.get('ratelimit-limit')).toBe(String(burst))
  expect((await client.evaluate('flag-0', { attributes: { tags: 'a' } })).status).toBe(200)
})

test('ordinary patterns, flags and lists cost what every request does', async () => {
  const { keys, client } = await open(ordinary, 100)
  const attributes = { tags: Array.from({ length: 5 }, (_, at) => `person-${at}@example.net`), plan: 'pro' }
  expect(left(await client.bulk(keys, { userId: 'u1', attributes }))).toBe(burst - 1)
  expect(left(await client.send('POST', '/ofrep/v1/evaluate/flags', { context: attributes }))).toBe(burst - 2)
})

test('while a request takes long, others are answered in between', async () => {
  const { org, keys, client } = await open(heavy, 100)
  const answered: string[] = []
  const note = async (name: string, answer: Promise<{ status: number }>) => {
    const { status } = await answer
    answered.push(`${name} ${status}`)
  }
  const attributes = { tags: text }
  const light = () => note('light', deliveryClient(server.deliveryUrl, org.key).evaluate('unknown'))
  await Promise.all([note('bulk', client.bulk(keys, { attributes })), light()])
  const all = client.send('POST', '/ofrep/v1/evaluate/flags', { context: attributes })
  await Promise.all([note('OFREP', all), light()])
  expect(answered).toEqual(['light 200', 'bulk 200', 'light 200', 'OFREP 200'])
})

test('what is saved while a long request is under way is not half in its answer', async () => {
  const { org, keys, client } = await open(heavy, 60)
  const asked = client.bulk(keys, { attributes: { tags: text } })
  const saved = org.put(org.at('flag-59'), { ...configOf([]), version: 2, defaultValue: true })
  const [answer] = await Promise.all([asked, saved])
  const expected = answer.headers.get('etag') === (await client.bulk(['flag-0'])).headers.get('etag')
  expect(answer.body.results['flag-59'].value).toBe(expected)
})
