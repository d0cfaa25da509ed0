import { describe, expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { addFlag, flagsPath, startOfrep } from '../api/support/ofrep.ts'

const { server, withEdge, ask, askAll } = await startOfrep()

describe('keys', () => {
  test('come as X-API-Key, too', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const sent = (apiKey: string) =>
      fetch(`${server.deliveryUrl}${flagsPath}/${key}`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: '{"context":{}}',
      }).then((response) => response.status)
    expect([await sent(org.key), await sent('sk_wrong')]).toEqual([200, 401])
  })

  test('that are missing, wrong or without the scope are refused as everywhere', async () => {
    const org = await server.newOrganization()
    const nobody = await fetch(`${server.deliveryUrl}${flagsPath}`, { method: 'POST', body: '{}' })
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    expect(await askAll(`${org.key}x`)).toMatchObject({ status: 401, body: { error: { code: 'INVALID_API_KEY' } } })
    const sender = await org.createKey({ scopes: ['telemetry'] })
    expect(await askAll(sender.key)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  })

  test('have their rate limit here as well', async () => {
    const limited = await startTestServer({ delivery: { serverLimit: { rate: 0.001, burst: 1 } } })
    const org = await limited.newOrganization()
    const client = deliveryClient(limited.deliveryUrl, org.key)
    expect((await client.send('POST', flagsPath, { context: {} })).headers.get('ratelimit-remaining')).toBe('0')
    const tooMany = await client.send('POST', `${flagsPath}/some-flag`, { context: {} })
    expect(tooMany).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an edge that cannot be read', () => {
  const general = { errorCode: 'GENERAL', errorDetails: expect.any(String) }

  test.each(['keysAway', 'bundlesAway'] as const)('is a 500 GENERAL (%s)', async (mode) => {
    const org = await server.newOrganization()
    await withEdge(mode, async () => {
      const one = await ask(org.key, 'some-flag')
      expect([one.status, one.body]).toEqual([500, { key: 'some-flag', ...general }])
      const all = await askAll(org.key)
      expect([all.status, all.body]).toEqual([500, general])
    })
    expect((await askAll(org.key)).status).toBe(200)
  })
})

test('browsers may call from any origin, and are not counted by flag', async () => {
  const path = `${server.deliveryUrl}${flagsPath}/counted-flag`
  const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/If-None-Match/)
  const org = await server.newOrganization()
  const answer = await askAll(org.key, {}, { origin: 'https://shop.example' })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/ETag/)
  await ask(org.key, 'counted-flag')
  const metrics = await fetch(`${server.deliveryUrl}/metrics`).then((response) => response.text())
  expect(metrics).toMatch(/requests_total\{route="\/ofrep\/v1\/evaluate\/flags\/\{key\}",status="404"\} \d/)
  expect(metrics).not.toMatch(/counted-flag/)
})
