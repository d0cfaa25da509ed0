import { expect, test } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const slugs = ['development', 'staging', 'production'] as const

const answers = (org: TestOrganization, body: object, query = '') => org.post(`${org.base}/answers${query}`, body)

/** Flags that need a segment, another flag and a bucket, with different configs in each environment. */
const openTargeted = async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment({ included: ['ada'] })
  await org.put(org.segmentAt(beta.key, 'staging'), { version: 1, included: ['bob'] })
  const parent = await org.createFlag()
  const child = await org.createFlag({ type: 'string' })
  const split = await org.createFlag({ type: 'string' })
  const off = await org.createFlag()
  const inBeta = config({ rules: [ruleIn(beta.key, { id: 'beta', value: true })] })
  const needing = config({
    defaultValue: 'none',
    prerequisites: [{ flagKey: parent.key, values: [true] }],
    rules: [{ id: 'all', value: 'everything' }],
  })
  const splitting = config({
    defaultValue: 'a',
    variants: [
      { key: 'first', value: 'a' },
      { key: 'second', value: 'b' },
    ],
    rules: [
      {
        id: 'split',
        distribution: [
          { variant: 'first', weight: 1 },
          { variant: 'second', weight: 1 },
        ],
      },
    ],
  })
  for (const slug of ['development', 'staging']) {
    await org.put(org.at(parent.key, slug), inBeta)
    await org.put(org.at(child.key, slug), needing)
    await org.put(org.at(split.key, slug), splitting)
  }
  await org.put(org.at(parent.key, 'production'), config({ enabled: false }))
  await org.put(org.at(child.key, 'production'), needing)
  await org.put(org.at(off.key), config({ enabled: false, defaultValue: true }))
  return { org, parent, child, split, off }
}

test('for a context every flag answers in every environment what the Delivery API answers there', async () => {
  const { org, parent, child, split, off } = await openTargeted()
  const context = { userId: 'ada', attributes: { country: 'NL' } }
  const { status, body } = await answers(org, { context })
  expect(status).toBe(200)
  expect(body.items.map(({ flagKey }: Json) => flagKey)).toEqual([off.key, split.key, child.key, parent.key])
  const ofChild = body.items[2].answers
  expect(ofChild[org.environmentId('development')]).toMatchObject({ value: 'everything', reason: 'RULE_MATCH' })
  expect(ofChild[org.environmentId('staging')]).toMatchObject({ value: 'none', prerequisite: parent.key })
  for (const slug of slugs) {
    const { key } = await org.createKey({}, slug)
    const delivery = deliveryClient(server.deliveryUrl, key)
    const keys = body.items.map(({ flagKey }: Json) => flagKey)
    const { body: delivered } = await delivery.bulk(keys, context)
    for (const { flagKey, answers: told } of body.items) {
      const expected = delivered.results[flagKey]
      const own = told[org.environmentId(slug)]
      if (own === undefined) expect(expected.reason, `${flagKey} in ${slug}`).toBe('FLAG_NOT_FOUND')
      else expect(own, `${flagKey} in ${slug}`).toEqual(expected)
    }
  }
  expect(Object.keys(body.items[0].answers)).toEqual([org.environmentId('development')])
})

test('flags come page by page, the newest first, without the archived ones', async () => {
  const org = await server.newOrganization()
  const flags: Json[] = []
  for (let made = 0; made < 5; made++) flags.push(await org.createFlag())
  const gone = flags[2]
  for (const { key } of flags) await org.put(org.at(key), config({ defaultValue: true }))
  await org.patch(`${org.base}/flags/${gone.key}`, { archived: true })
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await answers(org, { context: {} }, `?limit=3${cursor}`)
    for (const { flagKey, answers: told } of body.items) {
      seen.push(flagKey)
      expect(told).toEqual({ [org.environmentId('development')]: { value: true, reason: 'DEFAULT' } })
    }
    if (!body.hasMore) break
    cursor = `&cursor=${body.nextCursor}`
  }
  const left = flags.filter(({ key }) => key !== gone.key)
  expect(seen).toEqual(left.map(({ key }) => key).reverse())
})

test('only the environments that are named answer, and each has to be one of the project', async () => {
  const { org, parent } = await openTargeted()
  const staging = org.environmentId('staging')
  const { body } = await answers(org, { context: { userId: 'bob' }, environmentIds: [staging, staging] })
  const ofParent = body.items.find(({ flagKey }: Json) => flagKey === parent.key)
  expect(ofParent.answers).toEqual({ [staging]: { value: true, reason: 'RULE_MATCH', ruleId: 'beta' } })
  const other = await server.newOrganization()
  const refused = await answers(org, {
    context: {},
    environmentIds: [staging, other.environmentId('staging')],
  })
  expect(refused.status).toBe(422)
  expect(refused.body.error.details).toEqual([
    { path: 'environmentIds[1]', message: 'must be the id of an environment of the project' },
  ])
})

test('a context is held to what Delivery takes', async () => {
  const org = await server.newOrganization()
  const { status, body } = await answers(org, { context: { userId: 1, attributes: { deep: {} } } })
  expect(status).toBe(422)
  expect(body.error.details.map(({ path }: Json) => path)).toEqual(['context.userId', 'context.attributes.deep'])
  expect((await answers(org, {})).body.error.details).toEqual([{ path: 'context', message: 'is required' }])
})

test('with many environments a page has fewer flags, and all of them come', async () => {
  const org = await server.newOrganization()
  const numbers = Array.from({ length: 47 }, (_, number) => number)
  await Promise.all(
    numbers.map((number) =>
      org.post(`${org.base}/environments`, { name: `Region ${number}`, slug: `region-${number}` }),
    ),
  )
  await Promise.all(numbers.map(() => org.createFlag()))
  const first = await answers(org, { context: {} }, '?limit=100')
  expect(first.body.items).toHaveLength(2_000 / 50)
  const rest = await answers(org, { context: {} }, `?limit=100&cursor=${first.body.nextCursor}`)
  expect(rest.body).toMatchObject({ hasMore: false, nextCursor: null })
  const listed = await org.walk(`${org.base}/flags`)
  expect([...first.body.items, ...rest.body.items].map(({ flagKey }) => flagKey)).toEqual(listed.map(({ key }) => key))
})
