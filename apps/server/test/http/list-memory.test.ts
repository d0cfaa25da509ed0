import { expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const idsInMemory = 150
const server = await startTestServer({ delivery: { listsBytes: 8 * idsInMemory } })

const ids = (count: number) => Array.from({ length: count }, (_, at) => `user-${at}`).join('\n')

test('of lists that come at once those are held for which there is room, and the log names the others', async () => {
  const org = await server.newOrganization()
  const segments = [await org.uploadSegment(ids(100)), await org.uploadSegment(ids(100))]
  const flags = await Promise.all(
    segments.map(async ({ key: segment }) => {
      const { key } = await org.createFlag()
      await org.put(org.at(key), config({ rules: [ruleIn(segment, { value: true })] }))
      return { key, segment }
    }),
  )
  const delivery = deliveryClient(server.deliveryUrl, (await org.createKey()).key)
  const reasonOf = async ({ key }: { key: string }) => (await delivery.evaluate(key, { userId: 'user-1' })).body.reason
  const reasons = () => Promise.all(flags.map(reasonOf))
  const { segments: named } = (await delivery.bundle()).body
  const refused = await vi.waitFor(() => {
    const line = server.logged.find((each) => each.includes('BUNTING_LISTS_MEGABYTES has no room')) ?? '{}'
    const flag = flags.find(({ segment }) => named[segment].large.list === JSON.parse(line).list)
    return flag ?? expect.fail('no list is refused')
  })
  await vi.waitFor(async () => expect((await reasons()).sort()).toEqual(['ERROR', 'RULE_MATCH']))
  expect(await reasonOf(refused)).toBe('ERROR')

  await org.upload(`${org.segmentAt(refused.segment)}/ids?op=replace`, ids(50))
  await vi.waitFor(async () => expect(await reasons()).toEqual(['RULE_MATCH', 'RULE_MATCH']))
})

test('a list for which there was no room is loaded when another becomes shorter, or goes', async () => {
  const own = await startTestServer({ delivery: { listsBytes: 8 * idsInMemory } })
  const org = await own.newOrganization()
  const other = await own.newOrganization()
  const flagWith = async (count: number, { in: owner } = { in: org }) => {
    const { key: segment } = await owner.uploadSegment(ids(count))
    const { key } = await owner.createFlag()
    await owner.put(owner.at(key), config({ rules: [ruleIn(segment, { value: true })] }))
    const delivery = deliveryClient(own.deliveryUrl, (await owner.createKey()).key)
    return { key, segment, reason: async () => (await delivery.evaluate(key, { userId: 'user-1' })).body.reason }
  }
  const refusals = () => own.logged.filter((each) => each.includes('BUNTING_LISTS_MEGABYTES has no room'))

  const first = await flagWith(100)
  await vi.waitFor(async () => expect(await first.reason()).toBe('RULE_MATCH'))
  const second = await flagWith(90)
  await vi.waitFor(async () => expect(await second.reason()).toBe('ERROR'))
  await vi.waitFor(() => expect(refusals()).toHaveLength(1))
  await org.upload(`${org.segmentAt(first.segment)}/ids?op=replace`, ids(60))
  await vi.waitFor(async () => expect(await second.reason()).toBe('RULE_MATCH'))

  // Nothing changes in its environment from here on.
  const third = await flagWith(50, { in: other })
  await vi.waitFor(async () => expect(await third.reason()).toBe('ERROR'))
  await vi.waitFor(() => expect(refusals()).toHaveLength(2))
  await org.patch(`${org.base}/flags/${first.key}`, { archived: true })
  await vi.waitFor(async () => expect(await third.reason()).toBe('RULE_MATCH'))
  expect(refusals()).toHaveLength(2)
})
