import { compileFlags } from '@bunting/engine'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

const flagTypes = { f0: 'boolean', f1: 'boolean', f2: 'boolean', f3: 'boolean', f4: 'string', f5: 'json' } as const
const flagKeys = Object.keys(flagTypes) as (keyof typeof flagTypes)[]
const segmentKeys = ['s0', 's1', 's2', 's3', 's4', 'constructor', 'toString']

/** Mostly valid parts, so that many configs are saved and refer to earlier ones. */
const oftenOf = <Item>(good: fc.Arbitrary<Item>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: good, weight: 30 }, { arbitrary: bad, weight: 1 })

const oddName = fc.constantFrom('__proto__', 'hasOwnProperty', 'nobody', '', ' ', 'valueOf', '../s0')
const segment = oftenOf(fc.constantFrom(...segmentKeys), oddName)
const scalar = fc.oneof(fc.constantFrom('x', 'pro', '1.2.3', '(a+)+$', '2026-01-01'), fc.integer(), fc.boolean())
const attribute = oftenOf(fc.constantFrom('plan', 'userId', '__proto__', 'constructor'), fc.jsonValue())
const operator = fc.constantFrom('equals', 'in', 'contains', 'gt', 'regex', 'semver_gt', 'is_set', 'not_in')

const comparison = fc.tuple(attribute, operator, scalar, fc.boolean()).map(([name, op, value, ignoreCase]) => ({
  attribute: name,
  operator: op,
  ...(op === 'is_set' ? {} : { value: ['in', 'not_in'].includes(op) ? [value, 'y'] : value }),
  ...(ignoreCase && ['equals', 'in', 'contains', 'not_in'].includes(op) ? { ignoreCase } : {}),
}))
const membership = fc.record({
  operator: fc.constantFrom('in_segment', 'not_in_segment'),
  value: fc.oneof(segment, fc.array(segment, { minLength: 1, maxLength: 3 })),
})
/** Some are nested deeper than groups may be. */
const { condition } = fc.letrec<{ condition: unknown; group: unknown }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: oftenOf(comparison, fc.jsonValue()), weight: 4 },
    { arbitrary: membership, weight: 3 },
    { arbitrary: tie('group'), weight: 3 },
  ),
  group: fc
    .tuple(fc.constantFrom('all', 'any', 'none'), fc.array(tie('condition'), { minLength: 1, maxLength: 3 }))
    .map(([name, members]) => ({ [name]: members })),
}))
const rule = fc.record({ conditions: fc.array(condition, { maxLength: 3 }) })
const rules = fc.array(rule, { maxLength: 3 })

const values = { boolean: [true, false], string: ['x', '__proto__'], json: [{ ['__proto__']: 1 }, [], {}] }
const prerequisite = fc.record({
  flagKey: oftenOf(fc.constantFrom(...flagKeys), oddName),
  values: oftenOf(fc.constantFrom([true], [false], ['x'], [{}], [true, false]), fc.jsonValue()),
})
const flagChange = fc
  .tuple(fc.constantFrom(...flagKeys), rules, fc.array(prerequisite, { maxLength: 2 }), fc.nat(), fc.jsonValue())
  .map(([key, some, prerequisites, random, junk]) => {
    const answers = values[flagTypes[key]]
    const answer = answers[random % answers.length]
    const value = random % 40 === 0 ? junk : answer
    return {
      path: `flags/${key}`,
      body: {
        enabled: random % 7 !== 0,
        defaultValue: value,
        rules: some.map((each) => ({ ...each, value })),
        ...(prerequisites.length > 0 ? { prerequisites } : {}),
        ...(random % 50 === 0 ? { constructor: junk } : {}),
      } as Record<string, unknown>,
    }
  })

const ids = (count: number) => Array.from({ length: count }, (_, at) => `user-${at}`)
const list = fc.oneof(
  { arbitrary: fc.array(fc.constantFrom('ada', '__proto__', 'x'.repeat(256)), { maxLength: 3 }), weight: 150 },
  { arbitrary: fc.constantFrom(ids(20_000), ids(20_001), ['x'.repeat(257)], [''], ['a', 7]), weight: 1 },
)
const segmentChange = fc
  .tuple(fc.constantFrom(...segmentKeys), list, list, rules)
  .map(([key, included, excluded, some]) => ({
    path: `segments/${key}`,
    body: { included, excluded, rules: some } as Record<string, unknown>,
  }))

const seeds = [20_261, 20_262, 20_263, 20_264]

test.each(seeds)('of 250 random and hostile configs none makes a fault, and none is stored half (%i)', async (seed) => {
  const org = await server.newOrganization()
  const environment = `${org.base}/environments/${org.environmentId('development')}`
  for (const key of flagKeys) await org.post(`${org.base}/flags`, { key, name: key, type: flagTypes[key] })
  for (const key of segmentKeys) await org.post(`${org.base}/segments`, { key, name: key })

  const versions = new Map<string, number>()
  const statuses = new Map<number, number>()
  const changes = fc.sample(fc.oneof(flagChange, segmentChange), { numRuns: 250, seed })
  for (const { path, body } of changes) {
    const version = (versions.get(path) ?? 0) + 1
    const { status, body: answer } = await org.put(`${environment}/${path}`, { ...body, version })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect([201, 413, 422], JSON.stringify(answer)).toContain(status)
    if (status === 201) versions.set(path, version)
    else expect(answer.error.message.length).toBeGreaterThan(0)
  }
  // Enough configs were saved and enough refused, or the test would prove little.
  expect(statuses.get(201)).toBeGreaterThan(40)
  expect(statuses.get(422)).toBeGreaterThan(40)

  for (const [path, version] of versions) {
    const saved = await org.walk(`${environment}/${path}/versions`)
    expect(
      saved.map((each) => each.version),
      path,
    ).toEqual(Array.from({ length: version }, (_, at) => version - at))
  }
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  const bundle = await vi.waitFor(async () => {
    const { body } = await delivery.bundle()
    for (const key of flagKeys) expect(body.flags[key]?.config.version).toBe(versions.get(`flags/${key}`))
    return body
  })
  const { flags } = compileFlags({
    format: bundle.format,
    flags: new Map(Object.entries(bundle.flags)),
    segments: new Map(Object.entries(bundle.segments)),
  })
  for (const [key, flag] of flags) expect(flag.broken, key).toBe(false)
  const { body } = await delivery.bulk(flagKeys, { userId: 'ada', attributes: { plan: ['pro', 'x'] } })
  for (const key of flagKeys) expect(body.results[key].reason, key).not.toBe('ERROR')
})
