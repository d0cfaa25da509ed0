import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openTransfers } from '../../src/base/transfers.ts'
import type { Edge } from '../../src/edge/edge.ts'
import type { Json } from '../../src/testing/clients/answer.ts'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

/** The real edge, which a test can switch to fail or hang. */
const state = { mode: 'up' as 'up' | 'down' | 'hanging' | 'carrying' }
const edgeTimeoutMs = 1_000
const transfers = openTransfers(1)
/** Hangs until the edge is switched on again: a retry that began meanwhile must not wait for ever. */
let hanging = Promise.withResolvers<never>()
const behind =
  <Args extends unknown[]>(put: (...args: Args) => Promise<void>) =>
  async (...args: Args): Promise<void> => {
    if (state.mode === 'down') throw new Error('the edge is down')
    if (state.mode === 'hanging') return hanging.promise
    // A transfer so large that it may take an hour.
    if (state.mode === 'carrying') await transfers.carry(3_600, () => setTimeout(2 * edgeTimeoutMs))
    return put(...args)
  }
const server = await startTestServer({
  wrapEdge: (edge): Edge => ({ ...edge, transfers, putBundle: behind(edge.putBundle), putKeys: behind(edge.putKeys) }),
  edgeTimeoutMs,
  retryMs: 20,
  analytics: true,
})
const warning = expect.any(String)

const withEdge = async <Result>(mode: typeof state.mode, work: () => Promise<Result>): Promise<Result> => {
  state.mode = mode
  try {
    return await work()
  } finally {
    state.mode = 'up'
    hanging.promise.catch(() => undefined)
    hanging.reject(new Error('the edge was hanging'))
    hanging = Promise.withResolvers()
  }
}

const evaluate = async (key: string, flagKey: string) => {
  const response = await fetch(`${server.deliveryUrl}/v1/evaluate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ flagKey, context: {} }),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

for (const mode of ['down', 'hanging'] as const) {
  test(`with the edge ${mode} a config update is saved and answers 207 with just its id and version`, async () => {
    const org = await server.newOrganization()
    const flag = await org.createFlag()
    const answer = await withEdge(mode, () => org.put(org.at(flag.key), config()))
    expect(answer).toMatchObject({ status: 207 })
    expect(answer.body).toEqual({ id: expect.stringMatching(/^fv_/), version: 1, syncWarning: warning })
    const { body } = await org.get(`${org.at(flag.key)}/versions/1`)
    expect(body.id).toBe(answer.body.id)
  })
}

test('an edge that is sent a lot gets the time for it, and the change is answered when it is published', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const answer = await withEdge('carrying', () => org.put(org.at(flag.key), config()))
  expect(answer.status).toBe(201)
})

test('with the edge down an experiment starts and stops, and the answer is the 207', async () => {
  const { openSplit, act } = experimentsOf(await server.newOrganization())
  const { body } = await (await openSplit()).create()
  for (const [how, status] of [
    ['start', 'running'],
    ['stop', 'stopped'],
  ] as const) {
    const answer = await withEdge('down', () => act(body.id, how))
    expect(answer).toMatchObject({ status: 207, body: { id: body.id, status, syncWarning: warning } })
  }
})

test('with the edge down every change that it would see answers 207 with the document’s smaller body', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await org.protect('production')
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  const other = await org.createKey()
  const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  await withEdge('down', async () => {
    const updated = await org.patch(`${org.base}/flags/${flag.key}`, { clientSafe: true })
    expect(updated).toMatchObject({ status: 207, body: { id: flag.id, key: flag.key, syncWarning: warning } })
    expect(Object.keys(updated.body)).toHaveLength(3)

    const approved = await org.post(`/v1/proposals/${proposal.id}/approve`, { note: 'fine' }, other.key)
    expect(approved.status).toBe(207)
    expect(approved.body).toEqual({
      id: proposal.id,
      status: 'approved',
      reviewedBy: other.id,
      reviewedAt: expect.any(String),
      syncWarning: warning,
    })

    const created = await org.post(keys, { type: 'server', description: 'made in the dark' })
    expect(created.status).toBe(207)
    expect(Object.keys(created.body).sort()).toEqual(['id', 'key', 'keyPrefix', 'syncWarning', 'type'])

    const revoked = await org.delete(`${keys}/${created.body.id}`)
    expect(revoked.status).toBe(207)
    expect(Object.keys(revoked.body).sort()).toEqual(['id', 'revokedAt', 'syncWarning'])

    const synced = await org.post(`${org.base}/environments/${org.environmentId('development')}/sync`)
    expect(synced.status).toBe(207)
    expect(synced.body).toEqual({
      environmentId: org.environmentId('development'),
      flagCount: 1,
      syncedAt: expect.any(String),
      syncWarning: warning,
    })
  })
})

test('with the edge down what it would not see answers as ever', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await withEdge('down', async () => {
    expect((await org.patch(`${org.base}/flags/${flag.key}`, { name: 'New name' })).status).toBe(200)
    expect((await org.post('/v1/projects', { name: 'P', slug: 'dark' })).status).toBe(201)
    expect((await org.post(`${org.base}/environments`, { name: 'E', slug: 'dark' })).status).toBe(201)
    expect((await org.protect('staging')).status).toBe(200)
    expect((await org.createFlag()).versions).toEqual({})
  })
})

test('a change that the edge did not take is published without anybody asking', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  expect((await evaluate(org.key, flag.key)).body).toMatchObject({ value: false, reason: 'DEFAULT' })
  const answer = await withEdge('down', () => org.put(org.at(flag.key), config({ version: 2, defaultValue: true })))
  expect(answer.status).toBe(207)
  await vi.waitFor(async () => expect((await evaluate(org.key, flag.key)).body).toMatchObject({ value: true }))
})

test('a change that is answered is what Delivery evaluates next', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  for (let version = 1; version <= 5; version++) {
    await org.put(org.at(flag.key), config({ version, defaultValue: version % 2 === 1 }))
    await vi.waitFor(async () =>
      expect((await evaluate(org.key, flag.key)).body).toMatchObject({ value: version % 2 === 1 }),
    )
  }
})

test('sync answers the number of flags in the bundle', async () => {
  const org = await server.newOrganization()
  for (const fields of [{}, {}, {}]) await org.put(org.at((await org.createFlag(fields)).key), config())
  const archived = await org.createFlag()
  await org.put(org.at(archived.key), config())
  await org.patch(`${org.base}/flags/${archived.key}`, { archived: true })
  await org.createFlag()
  const { status, body } = await org.post(`${org.base}/environments/${org.environmentId('development')}/sync`)
  expect(status).toBe(200)
  expect(body).toEqual({ environmentId: org.environmentId('development'), flagCount: 3, syncedAt: expect.any(String) })
})

test('archiving a flag takes it out of the bundle, and taking it back puts it in again', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  await vi.waitFor(async () => expect((await evaluate(org.key, flag.key)).body.reason).toBe('FLAG_NOT_FOUND'))
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: false })
  await vi.waitFor(async () => expect((await evaluate(org.key, flag.key)).body.reason).toBe('DEFAULT'))
})

test('a revoked key is refused by Delivery', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  expect((await evaluate(key, 'any')).status).toBe(200)
  await org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`)
  await vi.waitFor(async () =>
    expect((await evaluate(key, 'any')).body).toMatchObject({ error: { code: 'INVALID_API_KEY' } }),
  )
})
