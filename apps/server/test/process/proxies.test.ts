import { expect, test } from 'vitest'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startPrefixProxy } from '../../src/testing/servers/prefix-proxy.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization, sendJson } from './support/organization.ts'

/** The tests act as the proxy: they connect from this machine, and state the client's address. */
const behindProxy = { BUNTING_TRUSTED_PROXIES: '127.0.0.0/8,::1' }
const elsewhere = { BUNTING_TRUSTED_PROXIES: '10.0.0.0/8' }
const slowly = { BUNTING_RATE_LIMIT_FAILED: '1/3', BUNTING_RATE_LIMIT_CLIENT: '1/3' }
const [ada, grace] = ['198.51.100.7', '203.0.113.9'] as const

const signIn = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(`${url}/api/auth/local?token=guessed`, { headers })
  await response.body?.cancel()
  return response.status
}

/** The statuses of concurrent requests: one after the other, a slow machine may take as long as a refill of the limit. */
const seen = (times: number, ask: (turn: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, (_, turn) => ask(turn)))

test('behind a trusted proxy whoever signs in too often locks out nobody else', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere({ ...database.settings, ...behindProxy, ...slowly })
  const as = (address: string) => signIn(server.managementUrl, { 'x-forwarded-for': address })
  expect(await seen(20, () => as(ada))).toContain(429)
  expect(await as(grace)).not.toBe(429)
  expect(await signIn(server.managementUrl, { forwarded: `for="[2001:db8::1]:4711"` })).not.toBe(429)
})

test('whoever is no trusted proxy changes nothing by saying to be somebody else', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere({ ...database.settings, ...elsewhere, ...slowly })
  const pretend = (turn: number) => ({ 'x-forwarded-for': `198.51.100.${turn}`, forwarded: `for=198.51.100.${turn}` })
  expect(await seen(20, (turn) => signIn(server.managementUrl, pretend(turn)))).toContain(429)
  const guess = async (turn: number) =>
    (await sendJson(server.deliveryUrl, 'GET', '/v1/bundle', { key: 'sk_wrong', headers: pretend(turn) })).status
  expect(await seen(20, guess)).toContain(429)
})

test('Delivery counts a client key by the caller’s address, and takes the country from a trusted proxy alone', async () => {
  await using database = await databases.SQLite()
  const country = { BUNTING_COUNTRY_HEADER: 'X-Country' }
  const open = async (proxies: Record<string, string>) => {
    const server = await startHere({ ...database.settings, ...proxies, ...slowly, ...country })
    const ask = (key: string, flagKey: string, headers: Record<string, string>) =>
      sendJson(server.deliveryUrl, 'POST', '/v1/evaluate', { key, headers, body: { flagKey, context: {} } })
    return { server, ask }
  }
  const first = await open(behindProxy)
  const organization = await openOrganization(first.server.firstKey ?? '', first.server)
  const { key: client } = await organization.createKey({ type: 'client' })
  const flag = await organization.createFlag()
  const conditions = [{ attribute: 'country', operator: 'geo_country', value: 'NZ' }]
  const rules = [{ id: 'there', name: 'there', conditions, value: true }]
  await organization.put(organization.at(flag.key), { version: 1, enabled: true, defaultValue: false, rules })

  const calls = await seen(20, async () => (await first.ask(client, flag.key, { 'x-forwarded-for': ada })).status)
  expect(calls).toContain(429)
  expect((await first.ask(client, flag.key, { 'x-forwarded-for': grace })).status).toBe(200)
  const fromNewZealand = { 'x-country': 'NZ' }
  expect((await first.ask(organization.key, flag.key, fromNewZealand)).body.value).toBe(true)
  await first.server.stop()

  const second = await open(elsewhere)
  expect((await second.ask(organization.key, flag.key, fromNewZealand)).body.value).toBe(false)
  await second.server.stop()
  const third = await open({})
  expect((await third.ask(organization.key, flag.key, fromNewZealand)).body.value).toBe(true)
  await third.server.stop()
})

test('several operator tokens are set, separated by commas', async () => {
  await using database = await databases.SQLite()
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)] as const
  await using server = await startHere({ ...database.settings, BUNTING_ADMIN_TOKEN: `${old}, ${next}` })
  const statuses = [old, next, `${old}, ${next}`].map(async (key) => {
    return (await sendJson(server.managementUrl, 'GET', '/admin/v1/organizations', { key })).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 200, 401])
})

test('under a path of a proxy’s both APIs are all there, whether it takes the path off or not', async () => {
  await using database = await databases.SQLite()
  await using management = await startPrefixProxy('/flags')
  await using delivery = await startPrefixProxy('/flags/delivery')
  const settings = { BUNTING_PUBLIC_URL: `${management.url}/`, BUNTING_PUBLIC_DELIVERY_URL: delivery.url }
  await using server = await startServer({ ...database.settings, ...settings })
  management.serve(server.managementUrl)
  delivery.serve(server.deliveryUrl)
  expect(server.stdout()).toContain(`As others reach it: ${management.url} and ${delivery.url}\n`)
  expect(server.stdout()).toContain(`(reference: ${management.url}/docs)`)
  expect(server.stdout()).toContain(`curl ${delivery.url}/v1/evaluate `)
  expect(server.signInLink).toMatch(`${management.url}/api/auth/local?token=`)

  const organization = await openOrganization(server.firstKey ?? '', { managementUrl: management.url })
  const key = organization.key
  for (const strips of [true, false]) {
    Object.assign(management, { strips })
    Object.assign(delivery, { strips })
    const flag = await organization.createFlag()
    expect((await organization.put(organization.at(flag.key), config())).status).toBe(201)
    const context = { userId: 'ada' }
    const asked = { key, body: { flagKey: flag.key, context } }
    expect((await sendJson(delivery.url, 'POST', '/v1/evaluate', asked)).body.value).toBe(false)

    const bulk = { key, body: { context: { targetingKey: 'ada' } } }
    const { body } = await sendJson(delivery.url, 'POST', '/ofrep/v1/evaluate/flags', bulk)
    // Like providers do: a relative address belongs to the server that they asked.
    const address = new URL(body.eventStreams[0].endpoint.requestUri, delivery.url)
    const stream = await openEventStream(address.href)
    expect([stream.response.status, address.pathname]).toEqual([200, '/flags/delivery/ofrep/v1/stream'])
    stream.close()
    for (const { url } of [management, delivery]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  expect([...management.missed, ...delivery.missed]).toEqual([])
})
