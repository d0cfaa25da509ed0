import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

type Answer = { status: number }
const isDone = ({ status }: Answer) => status === 200 || status === 201

/** Runs both at once, a few pairs at a time, in either order: exactly one of each pair must succeed. */
const race = async (
  open: (org: TestOrganization) => Promise<[() => Promise<Answer>, () => Promise<Answer>]>,
  rounds = 25,
) => {
  const org = await server.newOrganization()
  const atATime = 5
  for (let round = 0; round < rounds; round += atATime) {
    const pairs = await Promise.all(Array.from({ length: atATime }, () => open(org)))
    const ordered = pairs.map((pair, at) => (at % 2 === 0 ? pair : pair.toReversed()))
    const answers = await Promise.all(ordered.map((pair) => Promise.all(pair.map((start) => start()))))
    for (const pair of answers) {
      const statuses = pair.map(({ status }) => status)
      expect(pair.filter(isDone), `round ${round}: ${statuses}`).toHaveLength(1)
      for (const { status } of pair) expect([200, 201, 409, 422]).toContain(status)
    }
  }
}

const needing = (flagKey: string) => config({ prerequisites: [{ flagKey, values: [true] }] })

test('two flags that are saved to need each other: one is', async () => {
  await race(async (org) => {
    const [a, b] = [await org.createFlag(), await org.createFlag()]
    return [() => org.put(org.at(a.key), needing(b.key)), () => org.put(org.at(b.key), needing(a.key))]
  })
})

test('two segments that are saved to name each other: one is', async () => {
  await race(async (org) => {
    const [a, b] = [await org.saveSegment(), await org.saveSegment()]
    const naming = (key: string) => ({ version: 2, rules: [ruleIn(key)] })
    return [() => org.put(org.segmentAt(a.key), naming(b.key)), () => org.put(org.segmentAt(b.key), naming(a.key))]
  })
})

test('a flag is saved to name a segment that is archived at the same moment: one happens', async () => {
  await race(async (org) => {
    const [flag, segment] = [await org.createFlag(), await org.saveSegment()]
    const naming = config({ rules: [ruleIn(segment.key, { value: true })] })
    return [
      () => org.put(org.at(flag.key), naming),
      () => org.patch(`${org.base}/segments/${segment.key}`, { archived: true }),
    ]
  })
})

test('a segment is saved to name another that is archived at the same moment: one happens', async () => {
  await race(async (org) => {
    const [outer, inner] = [await org.createSegment(), await org.saveSegment()]
    return [
      () => org.put(org.segmentAt(outer.key), { version: 1, rules: [ruleIn(inner.key)] }),
      () => org.patch(`${org.base}/segments/${inner.key}`, { archived: true }),
    ]
  }, 10)
})

test('a flag is saved to need another that is archived at the same moment: one happens', async () => {
  await race(async (org) => {
    const [child, parent] = [await org.createFlag(), await org.createFlag()]
    return [
      () => org.put(org.at(child.key), needing(parent.key)),
      () => org.patch(`${org.base}/flags/${parent.key}`, { archived: true }),
    ]
  }, 10)
})

test('a flag comes back while what it needs is archived: one happens', async () => {
  await race(async (org) => {
    const [flag, segment] = [await org.createFlag(), await org.saveSegment()]
    await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
    await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
    return [
      () => org.patch(`${org.base}/flags/${flag.key}`, { archived: false }),
      () => org.patch(`${org.base}/segments/${segment.key}`, { archived: true }),
    ]
  }, 10)
})

test('two proposals that make a circle are approved at the same moment: one is', async () => {
  const org = await server.newOrganization()
  await org.protect('production')
  const { key: reviewer } = await org.createKey()
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await org.createFlag(), await org.createFlag()]
    const propose = async (flagKey: string, parent: string): Promise<string> =>
      (await org.post(`${org.at(flagKey, 'production')}/proposals`, { ...needing(parent), version: 0 })).body.id
    const ids = [await propose(a.key, b.key), await propose(b.key, a.key)]
    const answers = await Promise.all(ids.map((id) => org.post(`/v1/proposals/${id}/approve`, {}, reviewer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
})
