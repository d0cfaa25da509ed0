import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, inSegment, ruleIn, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

let made = 0
const clone = (org: TestOrganization, fields: object = {}) => {
  const slug = `copy-${++made}`
  const copyFrom = org.environmentId('development')
  return org.post(`${org.base}/environments`, { name: slug, slug, copyFrom, ...fields })
}
const versionIn = (
  of: { versions: Record<string, { version: number; config: object }> },
  environment: { id: string },
) => of.versions[environment.id]

test('a copy starts with the latest config of every flag and segment, as version 1', async () => {
  const org = await server.newOrganization()
  const inner = await org.saveSegment({ included: ['ada', 'ben'], excluded: ['cem'] })
  const outer = await org.saveSegment({ rules: [{ conditions: [inSegment(inner.key)] }] })
  const unused = await org.saveSegment({ included: ['zoe'] })
  const parent = await org.createFlag()
  const child = await org.createFlag({ type: 'string' })
  const elsewhere = await org.createFlag()
  await org.put(org.at(parent.key), config({ enabled: false }))
  await org.put(org.at(parent.key), config({ version: 2, rules: [ruleIn(outer.key, { value: true })] }))
  await org.put(
    org.at(child.key),
    config({ defaultValue: 'no', prerequisites: [{ flagKey: parent.key, values: [true] }] }),
  )
  await org.put(org.at(elsewhere.key, 'production'), config())

  const { status, body: copy } = await clone(org, { protected: true })
  expect(status).toBe(201)
  expect(copy).toMatchObject({ slug: expect.any(String), protected: true })
  expect(copy).not.toHaveProperty('copyFrom')

  const from = { id: org.environmentId('development') }
  for (const [kind, { key }] of [
    ['flags', parent],
    ['flags', child],
    ['segments', inner],
    ['segments', outer],
    ['segments', unused],
  ] as const) {
    const { body } = await org.get(`${org.base}/${kind}/${key}`)
    const source = versionIn(body, from)
    expect(versionIn(body, copy)).toMatchObject({ version: 1, config: { ...source?.config, version: 1 } })
  }
  expect(versionIn((await org.get(`${org.base}/flags/${elsewhere.key}`)).body, copy)).toBeUndefined()
  const history = await org.walk(`${org.base}/environments/${copy.id}/flags/${parent.key}/versions`)
  expect(history).toMatchObject([{ version: 1, createdBy: expect.stringMatching(/^key_/), proposalId: null }])
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${copy.id}`)
  expect(entry).toMatchObject({ action: 'environment.created', meta: { slug: copy.slug, copiedFrom: from.id } })
})

test('what is archived stays behind, and so do keys', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ['ada'] })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  await org.patch(`${org.base}/segments/${segment.key}`, { archived: true })
  const { body: copy } = await clone(org)
  for (const path of [`flags/${flag.key}`, `segments/${segment.key}`]) {
    expect(versionIn((await org.get(`${org.base}/${path}`)).body, copy)).toBeUndefined()
  }
  expect(await org.walk(`${org.base}/environments/${copy.id}/api-keys`)).toEqual([])
})

test('a copy answers as what it was copied from, from the first moment', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ['ada'] })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const { body: copy } = await clone(org)
  const keys = `${org.base}/environments/${copy.id}/api-keys`
  const { body: key } = await org.post(keys, { type: 'server', description: 'Copy' })
  const there = deliveryClient(server.deliveryUrl, key.key)
  expect((await there.evaluate(flag.key, { userId: 'ada' })).body).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  expect((await there.evaluate(flag.key, { userId: 'ben' })).body).toMatchObject({ value: false })

  await org.put(`${org.base}/environments/${copy.id}/segments/${segment.key}`, { version: 2, included: ['ben'] })
  await expect.poll(async () => (await there.evaluate(flag.key, { userId: 'ben' })).body.value).toBe(true)
  const here = deliveryClient(server.deliveryUrl, org.key)
  expect((await here.evaluate(flag.key, { userId: 'ben' })).body.value).toBe(false)
})

test('what a copy names counts as named: a segment that is only used there cannot be archived', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ['ada'] })
  const flags = [await org.createFlag(), await org.createFlag(), await org.createFlag()]
  for (const { key } of flags) await org.put(org.at(key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const { body: copy } = await clone(org)
  for (const { key } of flags) await org.put(org.at(key), config({ version: 2 }))
  const usages = await org.walk(`${org.base}/segments/${segment.key}/usages`)
  expect(usages.map(({ environmentId }) => environmentId)).toEqual([copy.id, copy.id, copy.id])
  expect(new Set(usages.map(({ flagKey }) => flagKey))).toEqual(new Set(flags.map(({ key }) => key)))
  expect((await org.patch(`${org.base}/segments/${segment.key}`, { archived: true })).status).toBe(409)
})

test('configs that are saved while copies are made are whole in each of them', async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ['ada'] })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  const named = config({ rules: [ruleIn(segment.key, { value: true })] })
  const [copies, saved] = await Promise.all([
    Promise.all(Array.from({ length: 4 }, () => clone(org))),
    Promise.all([2, 3, 4].map((version) => org.put(org.at(flag.key), { ...named, version }))),
  ])
  expect(copies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(saved.some(({ status }) => status === 201)).toBe(true)
  const usages = await org.walk(`${org.base}/segments/${segment.key}/usages`)
  const { body } = await org.get(`${org.base}/flags/${flag.key}`)
  for (const { body: copy } of copies) {
    const names = JSON.stringify(versionIn(body, copy)).includes(segment.key)
    expect(usages.some(({ environmentId }) => environmentId === copy.id)).toBe(names)
  }
})

test('only an environment of the project can be copied', async () => {
  const org = await server.newOrganization()
  const stranger = await server.newOrganization()
  const { body: sibling } = await org.post('/v1/projects', { name: 'Sibling', slug: 'sibling' })
  for (const copyFrom of ['env_nobody', stranger.environmentId('staging'), sibling.environments[0].id, '']) {
    const { status, body } = await clone(org, { copyFrom })
    expect(status).toBe(422)
    expect(body.error.details).toEqual([
      { path: 'copyFrom', message: 'must be the id of an environment of the project' },
    ])
  }
  expect(await org.walk(`${org.base}/environments`)).toHaveLength(3)
})

test('a plan that lacks what the configs use makes no copy, and leaves nothing behind', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [{ conditions: [], value: true, rolloutPercentage: 50 }] }))
  const downgraded = await server.send('PATCH', `/admin/v1/organizations/${org.id}`, {
    key: adminToken,
    body: { plan: 'free' },
  })
  expect(downgraded.status).toBe(200)
  const { status, body } = await clone(org)
  expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'UPGRADE_REQUIRED' })
  expect(await org.walk(`${org.base}/environments`)).toHaveLength(3)
})

test('a slug that is taken makes no copy', async () => {
  const org = await server.newOrganization()
  const answers = await Promise.all([clone(org, { slug: 'same' }), clone(org, { slug: 'same' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await org.walk(`${org.base}/environments`)).toHaveLength(4)
})
