import { expect, test } from 'vitest'
import { sdkVersion } from '../src/version.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const telemetry = { url: 'http://management.test', flushMs: 86_400_000 }
const hour = 3_600_000

/** A service whose clock is ahead of this machine's. */
const serviceAhead = (aheadMs: number) =>
  recordedFetch((path) => {
    const headers = { date: new Date(Date.now() + aheadMs).toUTCString() }
    if (path === '/v1/telemetry/events') return new Response('{}', { status: 202, headers })
    if (path !== '/v1/bundle') return new Response('', { status: 503, headers })
    return new Response(JSON.stringify(bundle({ checkout: {} })), { headers: { ...headers, etag: '"1"' } })
  })

test('every request says which SDK it is from', async () => {
  const { fetch, requests } = serviceAhead(0)
  const flags = openTestFlags({ fetch, telemetry })
  await flags.ready()
  flags.boolean('checkout', {}, true)
  await flags.close()
  const agents = new Map(requests.map(({ path, headers }) => [path, headers.get('user-agent')]))
  const own = `bunting-typescript/${sdkVersion}`
  expect(Object.fromEntries(agents)).toEqual({
    '/v1/stream': own,
    '/v1/bundle': own,
    '/v1/telemetry/events': own,
  })
})

test.each([
  ['an hour ahead', hour],
  ['an hour behind', -hour],
  ['as this one', 0],
])('evaluations are told by the clock of the service: %s', async (_, aheadMs) => {
  const { fetch, of } = serviceAhead(aheadMs)
  const flags = openTestFlags({ fetch, telemetry })
  await flags.ready()
  flags.boolean('checkout', {}, true)
  await flags.close()
  const [{ evaluatedAt }] = JSON.parse(of('/v1/telemetry/events')[0]?.body ?? '').events
  const differenceMs = Math.abs(Date.parse(evaluatedAt) - Date.now() - aheadMs)
  expect(differenceMs).toBeLessThan(hour / 2)
})
