import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, inSegment, ruleIn, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

type Answer = Awaited<ReturnType<TestOrganization['put']>>
const refusal = ({ status, body }: Answer) => [status, body.error.details ?? body.error.code]

test('a segment that is not there, is archived or has no version there cannot be named, at its path', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const gone = await org.saveSegment()
  await org.patch(`${org.base}/segments/${gone.key}`, { archived: true })
  const elsewhere = await org.saveSegment({}, 'staging')
  const fine = await org.saveSegment()
  const rules = [
    ruleIn('nobody', { value: true }),
    { conditions: [{ any: [{ none: [inSegment([fine.key, gone.key, elsewhere.key])] }] }], value: true },
  ]
  const answer = await org.put(org.at(flag.key), config({ rules }))
  const at = 'rules[1].conditions[0].any[0].none[0].value'
  expect(refusal(answer)).toEqual([
    422,
    [
      { path: 'rules[0].conditions[0].value', message: expect.stringContaining('there is no nobody') },
      { path: `${at}[1]`, message: expect.stringContaining(`archived segment: ${gone.key}`) },
      { path: `${at}[2]`, message: expect.stringContaining(`version in this environment: ${elsewhere.key}`) },
    ],
  ])
  expect((await org.get(`${org.at(flag.key)}/versions`)).body.items).toEqual([])
  const named = config({ rules: [ruleIn(elsewhere.key, { value: true })] })
  expect((await org.put(org.at(flag.key, 'staging'), named)).status).toBe(201)
})

test("a segment of another project, or of somebody else's, is not there", async () => {
  const org = await server.newOrganization()
  const stranger = await server.newOrganization()
  const { key } = await stranger.saveSegment()
  const flag = await org.createFlag()
  const { status } = await org.put(org.at(flag.key), config({ rules: [ruleIn(key, { value: true })] }))
  expect(status).toBe(422)
  const answer = await org.put(org.segmentAt((await org.createSegment()).key), { version: 1, rules: [ruleIn(key)] })
  expect(answer.status).toBe(422)
})

test('circles of segments are refused with the way round, however long, and naming oneself is one', async () => {
  const org = await server.newOrganization()
  const a = await org.saveSegment()
  const b = await org.saveSegment({ rules: [ruleIn(a.key)] })
  const c = await org.saveSegment({ rules: [ruleIn(b.key)] })
  const path = 'rules[0].conditions[0].value'
  const round = await org.put(org.segmentAt(a.key), { version: 2, rules: [ruleIn(c.key)] })
  const way = [c, b, a].map(({ key }) => `the segment ${key}`).join(' needs ')
  expect(refusal(round)).toEqual([422, [{ path, message: `must not make a circle: ${way}` }]])
  const self = await org.put(org.segmentAt(a.key), { version: 2, rules: [ruleIn(a.key)] })
  expect(refusal(self)).toEqual([422, [{ path, message: `must not be the segment ${a.key} itself` }]])
  await org.put(org.segmentAt(b.key), { version: 2 })
  expect((await org.put(org.segmentAt(a.key), { version: 2, rules: [ruleIn(c.key)] })).status).toBe(201)
})

test('a circle counts whether its rules are on or off, and per environment', async () => {
  const org = await server.newOrganization()
  const a = await org.saveSegment()
  const b = await org.saveSegment({ rules: [ruleIn(a.key, { enabled: false })] })
  expect((await org.put(org.segmentAt(a.key), { version: 2, rules: [ruleIn(b.key)] })).status).toBe(422)
  await org.put(org.segmentAt(b.key, 'staging'), { version: 1 })
  const elsewhere = await org.put(org.segmentAt(a.key, 'staging'), { version: 1, rules: [ruleIn(b.key)] })
  expect(elsewhere.status).toBe(201)
})

test('a segment that is named cannot be archived, and it is told by what and where', async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment()
  await org.put(org.segmentAt(beta.key, 'staging'), { version: 1 })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key, 'staging'), config({ rules: [ruleIn(beta.key, { value: true })] }))
  const outer = await org.saveSegment({ rules: [ruleIn(beta.key)] })
  const path = `${org.base}/segments/${beta.key}`
  const { status, body } = await org.patch(path, { archived: true })
  expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
  expect(body.error.message).toContain(`the flag ${flag.key} in staging`)
  expect(body.error.message).toContain(`the segment ${outer.key} in development`)
  expect((await org.patch(path, { name: 'Still here' })).status).toBe(200)
  await org.put(org.segmentAt(outer.key), { version: 2 })
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect((await org.patch(path, { archived: true })).status).toBe(200)
})

test('what names something that was archived meanwhile does not come back, and is told why', async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment()
  const outer = await org.saveSegment({ rules: [ruleIn(beta.key)] })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(beta.key, { value: true })] }))
  const paths = [`${org.base}/flags/${flag.key}`, `${org.base}/segments/${outer.key}`]
  for (const path of paths) await org.patch(path, { archived: true })
  await org.patch(`${org.base}/segments/${beta.key}`, { archived: true })
  for (const path of paths) {
    const { status, body } = await org.patch(path, { archived: false })
    expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
    expect(body.error.message).toContain(`development: rules[0].conditions[0].value must not be an archived segment`)
  }
  await org.patch(`${org.base}/segments/${beta.key}`, { archived: false })
  for (const path of paths) expect((await org.patch(path, { archived: false })).status).toBe(200)
})

test('an old version that names something gone cannot be restored, and it is told what', async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(beta.key, { value: true })] }))
  await org.put(org.at(flag.key), config({ version: 2 }))
  await org.patch(`${org.base}/segments/${beta.key}`, { archived: true })
  const { config: old } = (await org.get(`${org.at(flag.key)}/versions/1`)).body
  const { status, body } = await org.put(org.at(flag.key), { ...old, version: 3 })
  expect(status).toBe(422)
  expect(body.error.details[0].message).toContain(beta.key)
})

test('a config that names a segment is for Pro and Enterprise', async () => {
  const free = await server.newOrganization('free')
  const flag = await free.createFlag()
  const { body } = await free.put(free.at(flag.key), config({ rules: [ruleIn('anything', { value: true })] }))
  expect(body.error.code).toBe('UPGRADE_REQUIRED')
  expect(body.error.message).toContain('in_segment')
})

/** A rule that costs nearly as much as a flag may cost. */
const dear = (seed: string) => ({
  conditions: Array.from({ length: 45 }, (_, at) => ({
    attribute: 'text',
    operator: 'contains',
    value: Array.from({ length: 4 }, (_, part) => `${seed}-${at}-${part}-${'x'.repeat(40)}`),
  })),
})

test('what is needed counts: together it may cost five times what one may, each counted once', async () => {
  const org = await server.newOrganization()
  const keys: string[] = []
  for (let at = 0; at < 6; at++) keys.push((await org.saveSegment({ rules: [dear(`s${at}`)] })).key)
  const flag = await org.createFlag()
  const naming = (some: string[]) => config({ rules: some.map((key) => ruleIn(key, { value: true })) })
  const all = await org.put(org.at(flag.key), naming(keys))
  expect(refusal(all)).toEqual([422, [{ path: 'rules', message: expect.stringContaining('with all that they need') }]])
  const cheap = await org.saveSegment()
  const five = [...keys.slice(0, 5), cheap.key]
  expect((await org.put(org.at(flag.key), naming([...five, ...five]))).status).toBe(201)
  const dearer = await org.put(org.segmentAt(cheap.key), { version: 2, rules: [dear('more')] })
  expect(refusal(dearer)).toEqual([
    422,
    [{ path: 'rules', message: expect.stringContaining(`cost too much for the flag ${flag.key}`) }],
  ])
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect((await org.put(org.segmentAt(cheap.key), { version: 2, rules: [dear('more')] })).status).toBe(201)
  const back = await org.patch(`${org.base}/flags/${flag.key}`, { archived: false })
  expect([back.status, back.body.error.code]).toEqual([409, 'CONFLICT'])
})
