import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfLargeBundles } from '../../src/management/environments/warn-of-large-bundles.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn, type TestOrganization } from '../../src/testing/test-organization.ts'

const maxBundleBytes = 40_000
const server = await startTestServer({ maxBundleBytes })

/** Ids that take this many bytes as JSON, including quotes and commas. */
const ids = (bytes: number) => Array.from({ length: bytes / 10 }, (_, at) => `ü${String(at).padStart(5, '0')}`)
const saveLarge = (org: TestOrganization, bytes = 15_000, slug?: string) =>
  org.saveSegment({ included: ids(bytes) }, slug)
const naming = (keys: readonly string[], version = 1) =>
  config({ version, rules: [ruleIn([...keys], { value: true })] })

const refused = (largest: readonly string[]) => ({
  status: 422,
  body: {
    error: {
      code: 'VALIDATION_ERROR',
      details: [
        { path: '', message: expect.stringMatching(new RegExp(`at 39.1 KiB or less .* ${largest.join('.*')}`)) },
      ],
    },
  },
})

/** Two large segments that a flag needs, and a third that does not fit. */
const openFull = async () => {
  const org = await server.newOrganization()
  const [one, other, third] = [await saveLarge(org), await saveLarge(org), await saveLarge(org, 16_000)]
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), naming([one.key, other.key]))
  return { org, one, other, third, flag }
}

const revisionOf = async (org: TestOrganization, slug = 'development') =>
  (await server.deps.store.publications.readState(org.environmentId(slug) as never))?.revision

test('a config that needs more than fits is refused with what is largest, and nothing of it is saved', async () => {
  const { org, one, other, third, flag } = await openFull()
  const revision = await revisionOf(org)
  const path = org.at(flag.key)
  expect(await org.put(path, naming([one.key, other.key, third.key], 2))).toMatchObject(
    refused([`segment ${third.key} \\(`, 'segment ', 'segment ']),
  )
  expect((await org.get(`${path}/versions`)).body.items).toHaveLength(1)
  expect(await revisionOf(org)).toBe(revision)
  expect(await org.put(path, naming([one.key, third.key], 2))).toMatchObject({ status: 201 })
})

test('segments that no flag needs have as much room as they want, until a flag needs them', async () => {
  const org = await server.newOrganization()
  const segments = [await saveLarge(org), await saveLarge(org), await saveLarge(org)]
  const outer = await org.saveSegment({ rules: [ruleIn(segments.map(({ key }) => key))] })
  const flag = await org.createFlag()
  expect(await org.put(org.at(flag.key), naming([outer.key]))).toMatchObject(refused(['segment ', 'segment ']))
})

test('a segment that grows is refused where flags need it', async () => {
  const { org, one, third } = await openFull()
  const larger = { version: 2, included: ids(30_000) }
  expect(await org.put(org.segmentAt(one.key), larger)).toMatchObject(refused([`segment ${one.key} \\(`]))
  expect(await org.put(org.segmentAt(third.key), larger)).toMatchObject({ status: 201 })
  expect(await org.put(org.segmentAt(one.key), { version: 2, included: ids(14_000) })).toMatchObject({ status: 201 })
})

test('a flag comes back from the archive only where there is room for what it needs', async () => {
  const { org, third, flag } = await openFull()
  const path = `${org.base}/flags/${flag.key}`
  await org.patch(path, { archived: true })
  const another = await org.createFlag()
  expect(await org.put(org.at(another.key), naming([third.key]))).toMatchObject({ status: 201 })
  expect(await org.patch(path, { archived: false })).toMatchObject(refused([`segment ${third.key} `]))
  await org.patch(`${org.base}/flags/${another.key}`, { archived: true })
  expect(await org.patch(path, { archived: false })).toMatchObject({ status: 200 })
})

test('a promotion and an approval are held to the same', async () => {
  const { org, one, other, third, flag } = await openFull()
  const [from, to] = [org.environmentId('development'), org.environmentId('staging')]
  for (const { key } of [one, other])
    await org.put(org.segmentAt(key, 'staging'), { version: 1, included: ids(15_000) })
  await org.put(org.segmentAt(third.key, 'staging'), { version: 1, included: ids(16_000) })
  const there = await org.createFlag()
  expect(await org.put(org.at(there.key, 'staging'), naming([one.key, other.key]))).toMatchObject({ status: 201 })
  await org.put(org.at(flag.key), naming([third.key], 2))
  for (const dryRun of [true, false]) {
    const promoted = await org.post(`${org.base}/promotions`, { from, to, flags: [flag.key], dryRun })
    const failed = { flagKey: flag.key, outcome: 'failed', message: expect.stringContaining('at 39.1 KiB or less') }
    expect(promoted.body.items.at(-1)).toEqual(failed)
  }

  await org.protect('staging')
  const { body: proposal } = await org.post(`${org.at(flag.key, 'staging')}/proposals`, naming([third.key], 0))
  const { key } = await org.createKey()
  expect(await org.post(`/v1/proposals/${proposal.id}/approve`, {}, key)).toMatchObject(refused(['segment ']))
})

test('a copy of an environment that is too large cannot be made', async () => {
  const { org, id } = await openTooLarge()
  const copied = await org.post(`${org.base}/environments`, { name: 'Copy', slug: 'copy', copyFrom: id })
  expect(copied).toMatchObject(refused(['segment ']))
})

test('of two changes at once that fit one by one the second is refused', async () => {
  const org = await server.newOrganization()
  const segments = await Promise.all([saveLarge(org, 22_000), saveLarge(org, 22_000)])
  const flags = await Promise.all(segments.map(() => org.createFlag()))
  const saved = await Promise.all(segments.map(({ key }, at) => org.put(org.at(flags[at]?.key), naming([key]))))
  expect(saved.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('many small changes of a bundle that is nearly full are all saved', async () => {
  const { org, flag, one, other } = await openFull()
  for (let version = 2; version < 40; version++) {
    const saved = await org.put(org.at(flag.key), {
      ...naming([one.key, other.key], version),
      enabled: version % 2 === 0,
    })
    expect(saved).toMatchObject({ status: 201 })
  }
})

/** An environment as left by a release without a limit, or with a higher one. */
const openTooLarge = async () => {
  const before = await openFull()
  const { org, one, other, third, flag } = before
  const id = org.environmentId('development')
  await server.execute(`update environments set bundle_bytes_at = 0 where id = '${id}'`)
  const saved = await org.put(org.at(flag.key), naming([one.key, other.key, third.key], 2))
  expect(saved).toMatchObject({ status: 201 })
  return { ...before, id }
}

test('what was too large before can be switched off and made smaller, and not larger', async () => {
  const { org, one, other, third, flag } = await openTooLarge()
  const keys = [one.key, other.key, third.key]
  expect(await org.put(org.at(flag.key), { ...naming(keys, 3), enabled: false, rules: [] })).toMatchObject({
    status: 201,
  })
  await server.execute(`update environments set bundle_bytes_at = 0 where id = '${org.environmentId('development')}'`)
  expect(await org.put(org.at(flag.key), naming(keys, 4))).toMatchObject({ status: 201 })
  const switchedOff = { ...naming(keys, 5), enabled: false, defaultValue: true }
  expect(await org.put(org.at(flag.key), switchedOff)).toMatchObject({ status: 201 })
  const { body } = await deliveryClient(server.deliveryUrl, org.key).evaluate(flag.key)
  expect(body).toMatchObject({ value: true, reason: 'DISABLED' })
  expect(await org.put(org.segmentAt(third.key), { version: 2, included: ids(17_000) })).toMatchObject(refused([]))
  expect(await org.put(org.segmentAt(third.key), { version: 2, included: ids(15_000) })).toMatchObject({ status: 201 })
  expect(await org.put(org.segmentAt(third.key), { version: 3, included: ids(15_500) })).toMatchObject(refused([]))
  expect(await org.put(org.segmentAt(third.key), { version: 3, included: [] })).toMatchObject({ status: 201 })
})

const warnings = async (): Promise<Record<string, unknown>[]> => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  await warnOfLargeBundles({ ...server.deps, log, isOver: () => false })
  return lines.map((line) => JSON.parse(line))
}

test('what is too large is named at the start, also where nobody has looked yet', async () => {
  const { org, third, id } = await openTooLarge()
  const named = {
    orgId: org.id,
    project: org.project.slug,
    environment: 'development',
    bytes: expect.any(Number),
    maxBytes: maxBundleBytes,
    largest: expect.stringContaining(`segment ${third.key} (`),
    msg: expect.stringContaining('more than can be sent to Delivery'),
  }
  expect(await warnings()).toContainEqual(expect.objectContaining(named))
  await server.execute(`update environments set bundle_bytes_at = 0 where id = '${id}'`)
  expect(await warnings()).toContainEqual(expect.objectContaining(named))
  expect(await org.put(org.segmentAt(third.key), { version: 2, included: ids(17_000) })).toMatchObject(refused([]))
  await org.put(org.segmentAt(third.key), { version: 2 })
  expect((await warnings()).map(({ orgId }) => orgId)).not.toContain(org.id)
})
