import { expect, test } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const burst = 100_000
let nowMs = 0
const server = await startTestServer({ limiters: { kept: openRateLimiter({ rate: 100, burst }, () => nowMs) } })

const ids = Array.from({ length: 3_000 }, (_, at) => `user-${at}`)
const refused = {
  status: 429,
  body: { error: { code: 'RATE_LIMITED', message: expect.stringContaining('97.7 KiB of configs and proposals') } },
}

test('who has saved as much as they may in a day is told when to go on, and others save meanwhile', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ids })
  const save = (version: number, as?: string) => org.put(org.segmentAt(segment.key), { version, included: ids }, as)
  expect(await save(2)).toMatchObject({ status: 201 })
  const third = await save(3)
  expect(third).toMatchObject(refused)
  const seconds = Number(third.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect((await org.get(`${org.segmentAt(segment.key)}/versions`)).body.items).toHaveLength(2)

  const { key } = await org.createKey()
  expect(await save(3, key)).toMatchObject({ status: 201 })
  nowMs += seconds * 1_000
  expect(await save(4)).toMatchObject({ status: 201 })
})

test('what is proposed, promoted and copied counts too', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ids })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const [from, to] = [org.environmentId('development'), org.environmentId('staging')]
  const promoted = await org.post(`${org.base}/promotions`, { from, to, flags: 'all', dryRun: false })
  expect(promoted).toMatchObject({ status: 200 })
  const copy = { name: 'Copy', slug: 'copy', copyFrom: from }
  expect(await org.post(`${org.base}/environments`, copy)).toMatchObject(refused)
  await org.protect('production')
  const { key } = await org.createKey()
  const propose = (as?: string) =>
    org.post(`${org.segmentAt(segment.key, 'production')}/proposals`, { version: 0, included: ids }, as)
  expect(await propose()).toMatchObject(refused)
  expect(await propose(key)).toMatchObject({ status: 202 })
})

test('what changes no config is not counted', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ids })
  await org.put(org.segmentAt(segment.key), { version: 2, included: ids })
  for (let at = 0; at < 20; at++) {
    const description = 'x'.repeat(1_000)
    const changed = await org.patch(`${org.base}/segments/${segment.key}`, { description })
    expect(changed).toMatchObject({ status: 200 })
  }
})
