import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('keys differ by case, and may hold dots, dashes and underscores but not begin with them', async () => {
  const org = await server.newOrganization()
  for (const key of ['a', 'A', 'a.b-c_d', '0', 'constructor', 'x'.repeat(128)]) {
    expect((await org.post(`${org.base}/flags`, { key, name: 'F', type: 'boolean' })).status, key).toBe(201)
    expect((await org.get(`${org.base}/flags/${key}`)).body.key).toBe(key)
  }
  for (const key of ['', '-a', '.a', '_a', '__proto__', 'a b', 'a/b', 'é', 'x'.repeat(129)]) {
    expect((await org.post(`${org.base}/flags`, { key, name: 'F', type: 'boolean' })).status, key).toBe(422)
  }
})

test('a list is narrowed by archived, and by a part of key or name in any case', async () => {
  const org = await server.newOrganization()
  await org.createFlag({ key: 'checkout-v2', name: 'Checkout' })
  await org.createFlag({ key: 'search', name: 'Ähnliche 100% Treffer' })
  await org.createFlag({ key: 'old', name: 'Old checkout' })
  await org.patch(`${org.base}/flags/old`, { archived: true })
  const keys = async (query: string) => (await org.walk(`${org.base}/flags?${query}`, 1)).map((flag) => flag.key)
  expect(await keys('')).toEqual(['old', 'search', 'checkout-v2'])
  expect(await keys('archived=true')).toEqual(['old'])
  expect(await keys('archived=false')).toEqual(['search', 'checkout-v2'])
  expect(await keys('search=CHECKOUT')).toEqual(['old', 'checkout-v2'])
  expect(await keys('search=checkout&archived=false')).toEqual(['checkout-v2'])
  expect(await keys(`search=${encodeURIComponent('äHNLICHE')}`)).toEqual(['search'])
  expect(await keys(`search=${encodeURIComponent('100%')}`)).toEqual(['search'])
  expect(await keys(`search=${encodeURIComponent('1_0')}`)).toEqual([])
  expect((await org.get(`${org.base}/flags?archived=maybe`)).status).toBe(422)
})
