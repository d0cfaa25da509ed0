import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('a page of large configs has fewer flags than asked for, and the pages have all of them', async () => {
  const org = await server.newOrganization()
  const value = { text: 'x'.repeat(60_000) }
  const flags = await Promise.all(Array.from({ length: 80 }, () => org.createFlag({ type: 'json' })))
  for (const { key } of flags) await org.put(org.at(key), config({ defaultValue: value }))
  const { body } = await org.get(`${org.base}/flags?limit=100`)
  expect(body).toMatchObject({ hasMore: true })
  expect(body.items.length).toBeGreaterThan(50)
  expect(body.items.length).toBeLessThan(80)
  const all = await org.walk(`${org.base}/flags`)
  expect(all.map(({ key }) => key).sort()).toEqual(flags.map(({ key }) => key).sort())
  expect(all.every(({ versions }) => Object.keys(versions).length === 1)).toBe(true)
})

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([
  ['arrays', deep(100_000)],
  ['what never ends', '{"a":['.repeat(40_000)],
  ['what comes after a long text with brackets', `{"text":"${'\\"[{'.repeat(20_000)}","deep":${deep(1_000)}}`],
])('a large body that is nested far too deep is refused before it is read: %s', async (_, body) => {
  const org = await server.newOrganization()
  const segment = await org.createSegment()
  const refused = { path: '', message: expect.stringMatching(/must not be nested over \d+ levels/) }
  expect(await org.put(org.segmentAt(segment.key), body)).toMatchObject({
    status: 422,
    body: { error: { code: 'VALIDATION_ERROR', details: [refused] } },
  })
})

const many = (count: number, part: (at: number) => string) => Array.from({ length: count }, (_, at) => part(at)).join()

test.each([
  ['objects', `{"included":[${many(100_000, () => '{}')}]}`],
  ['fields', `{${many(60_000, (at) => `"${at}":1`)}}`],
  ['what never ends', '[],'.repeat(100_000)],
])('a large body of far more parts than anything has is refused before it is read: %s', async (_, body) => {
  const org = await server.newOrganization()
  const segment = await org.createSegment()
  const refused = { path: '', message: expect.stringMatching(/must not have over \d+ objects, arrays and fields/) }
  expect(await org.put(org.segmentAt(segment.key), body)).toMatchObject({
    status: 422,
    body: { error: { code: 'VALIDATION_ERROR', details: [refused] } },
  })
})

test.each([
  ['numbers', '1'],
  ['texts', '""'],
])('so is one of far more values: %s', async (_, value) => {
  const org = await server.newOrganization()
  const segment = await org.createSegment()
  const refused = { path: '', message: 'must not have over 300000 values' }
  expect(await org.put(org.segmentAt(segment.key), `{"included":[${many(300_001, () => value)}]}`)).toMatchObject({
    status: 422,
    body: { error: { code: 'VALIDATION_ERROR', details: [refused] } },
  })
})

test('a large body whose texts have brackets in them is read', async () => {
  const org = await server.newOrganization()
  const segment = await org.createSegment()
  const included = Array.from({ length: 2_000 }, (_, at) => `[{"${'[{:\\'.repeat(60)}${at}`)
  expect(await org.put(org.segmentAt(segment.key), { version: 1, included })).toMatchObject({ status: 201 })
})
