import type { EnvironmentId } from '@bunting/contract'
import { expect, inject, test, vi } from 'vitest'
import { bootstrap } from '../../src/management/bootstrap.ts'
import { makeLocalLink } from '../../src/sign-in/local-link.ts'
import type { Schema } from '../../src/store/core/schema.ts'
import { event, noon } from '../../src/testing/events.ts'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'
import { openBrowser } from '../api/support/browser.ts'
import { namedAt, reference, upload } from '../api/support/code-references.ts'
import { laterStep } from '../api/support/schedules.ts'
import { createWebhook, settled } from '../api/support/webhooks.ts'

const server = await startTestServer({ analytics: true, signIn: { localLink: true } })
const { store } = server.deps
const org = await server.newOrganization()
const admin = await server.newMember(org, 'admin')
const experiments = experimentsOf(org)
const environmentId = org.environmentId('development')

const idsAt = async (path: string) => (await org.walk(path)).map(({ id }) => id)
const rowsOf = async (table: string, where = 'true') => server.execute(`select * from ${table} where ${where}`)

const sendEvents = async (flagKey: string, fields: object = {}) =>
  expect((await org.post('/v1/telemetry/events', { events: [event(org, { flagKey, ...fields })] })).status).toBe(202)

/** A flag with a rule that references a segment. */
const namingFlag = async () => {
  const segment = await org.saveSegment()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  return { flag, usages: () => org.walk(`${org.base}/segments/${segment.key}/usages`) }
}

/** For each table: writes a row, reads it back and, if there is a way to, changes it. */
const tables: Record<keyof Schema, () => Promise<unknown>> = {
  organizations: async () => {
    const { id } = await server.newOrganization('pro')
    const path = '/admin/v1/organizations'
    await server.send('PATCH', `${path}/${id}`, { key: adminToken, body: { plan: 'free', name: 'Größe 📏' } })
    const { body } = await server.send('GET', path, { key: adminToken })
    expect(body.items).toContainEqual(expect.objectContaining({ id, plan: 'free', name: 'Größe 📏' }))
  },
  projects: async () => {
    const { body } = await org.post('/v1/projects', { name: 'Shop', slug: 'shop' })
    await org.patch(`/v1/projects/${body.id}`, { name: 'Market' })
    expect((await org.get(`/v1/projects/${body.id}`)).body).toMatchObject({ slug: 'shop', name: 'Market' })
  },
  environments: async () => {
    const { body } = await org.post(`${org.base}/environments`, { name: 'QA', slug: 'qa' })
    const path = `${org.base}/environments/${body.id}`
    await org.patch(path, { protected: true, color: '#123456' })
    expect((await org.get(path)).body).toMatchObject({ slug: 'qa', protected: true, color: '#123456' })
  },
  flags: async () => {
    const { key } = await org.createFlag({ tags: ['web'] })
    await org.patch(`${org.base}/flags/${key}`, { archived: true, tags: ['ios'] })
    expect((await org.get(`${org.base}/flags/${key}`)).body).toMatchObject({
      tags: ['ios'],
      archivedAt: expect.any(String),
    })
  },
  flag_versions: async () => {
    const { key } = await org.createFlag({ type: 'string' })
    for (const version of [1, 2]) await org.put(org.at(key), config({ version, defaultValue: `v${version}` }))
    const versions = await org.walk(`${org.at(key)}/versions`)
    expect(versions.map(({ config: { defaultValue } }) => defaultValue)).toEqual(['v2', 'v1'])
  },
  segments: async () => {
    const { key } = await org.createSegment()
    await org.patch(`${org.base}/segments/${key}`, { name: 'Beta' })
    expect((await org.get(`${org.base}/segments/${key}`)).body.name).toBe('Beta')
  },
  segment_versions: async () => {
    const { key } = await org.saveSegment({ included: ['ada'] })
    await org.put(org.segmentAt(key), { version: 2, included: ['ada', 'bob'] })
    expect((await org.get(`${org.segmentAt(key)}/versions/2`)).body.config.included).toEqual(['ada', 'bob'])
  },
  large_lists: async () => {
    const segment = await org.uploadSegment('ada')
    expect(await rowsOf('large_lists', `segment_id = '${segment.id}'`)).toHaveLength(1)
  },
  list_parts: async () => {
    const { key } = await org.uploadSegment('ada\nbob', { keepIds: true })
    await org.upload(`${org.segmentAt(key)}/ids?op=remove`, 'ada')
    expect((await org.get(`${org.segmentAt(key)}/ids`)).body).toBe('"bob"\n')
  },
  config_references: async () => {
    const { flag, usages } = await namingFlag()
    expect(await usages()).toEqual([{ environmentId, flagKey: flag.key }])
    await org.put(org.at(flag.key), config({ version: 2 }))
    expect(await usages()).toEqual([])
    await namingFlag()
  },
  proposals: async () => {
    await org.protect('production')
    const { key } = await org.createFlag()
    const { body } = await org.post(`${org.at(key, 'production')}/proposals`, config())
    await org.post(`/v1/proposals/${body.id}/reject`, { note: 'Not this one' })
    expect((await org.get(`/v1/proposals/${body.id}`)).body).toMatchObject({ status: 'rejected' })
  },
  api_keys: async () => {
    const { id } = await org.createKey()
    const path = `${org.base}/environments/${environmentId}/api-keys`
    expect(await idsAt(path)).toContain(id)
    await org.delete(`${path}/${id}`)
    expect((await org.walk(path)).find((key) => key.id === id)?.revokedAt).toEqual(expect.any(String))
  },
  retired_secrets: async () => {
    const { id, key } = await org.createKey()
    const rotate = (overlapSeconds: number) =>
      org.post(`${org.base}/environments/${environmentId}/api-keys/${id}/rotate`, { overlapSeconds })
    await rotate(3_600)
    expect((await org.get('/v1/projects', key)).status).toBe(200)
    await rotate(0)
    expect((await org.get('/v1/projects', key)).status).toBe(401)
  },
  usage_days: async () => {
    const { key } = await org.createFlag()
    for (const total of [1, 2]) {
      await sendEvents(key, { evaluatedAt: noon(1) })
      await server.runNightly()
      const { body } = await org.get(`${org.base}/flags/${key}/usage?environmentId=${environmentId}`)
      expect(body.rows).toMatchObject([{ totalEvaluations: total }])
    }
  },
  usage_minutes: async () => {
    const { key } = await org.createFlag()
    const total = async () => {
      const { body } = await org.get(`${org.base}/flags/${key}/usage/live?environmentId=${environmentId}`)
      return body.minutes.reduce((sum: number, minute: { total: number }) => sum + minute.total, 0)
    }
    for (const sent of [1, 2]) {
      await sendEvents(key)
      await vi.waitFor(async () => expect(await total()).toBe(sent))
    }
  },
  seen_sdks: async () => {
    await sendEvents((await org.createFlag()).key)
    const { body } = await vi.waitFor(async () => {
      const answer = await org.get(`${org.base}/environments/${environmentId}/sdks`)
      expect(answer.body.items).not.toEqual([])
      return answer
    })
    expect(body.items).toMatchObject([{ sdkType: 'server' }])
  },
  usage_hours: async () => {
    const { key } = await org.createFlag()
    await sendEvents(key)
    const { body } = await vi.waitFor(async () => {
      const answer = await org.get(`${org.base}/flags/${key}/usage/day`)
      expect(answer.body.items).not.toEqual([])
      return answer
    })
    expect(body.items).toMatchObject([{ environmentId }])
  },
  unit_secrets: async () => {
    const { unitSecrets } = server.deps.store
    const secret = await unitSecrets.getOrAdd(environmentId as EnvironmentId, 'first')
    expect(await unitSecrets.getOrAdd(environmentId as EnvironmentId, 'second')).toBe(secret)
  },
  telemetry_bytes: async () => {
    const bytes = async () => (await rowsOf('telemetry_bytes'))[0] as { bytes: number } | undefined
    await vi.waitFor(async () => expect((await bytes())?.bytes).toBeGreaterThan(0))
  },
  users: async () => {
    const { id } = await server.newMember(org, 'viewer')
    await admin.patch(`/v1/members/${id}`, { role: 'editor' })
    expect((await admin.get('/v1/members')).body.items).toContainEqual(expect.objectContaining({ id, role: 'editor' }))
  },
  project_roles: async () => {
    const { id } = await server.newMember(org, 'viewer')
    for (const role of ['editor', 'admin']) {
      const projects = { [org.project.id]: role }
      await admin.patch(`/v1/members/${id}`, { projects })
      expect((await admin.get('/v1/members')).body.items).toContainEqual(expect.objectContaining({ id, projects }))
    }
  },
  sessions: async () => {
    const member = await server.newMember(org, 'viewer')
    expect((await member.get('/api/auth/sessions')).body.items).toMatchObject([{ current: true }])
    await member.post('/api/auth/sign-out', {})
    expect((await member.get('/api/auth/session')).status).toBe(401)
  },
  sign_in_links: async () => {
    const link = await makeLocalLink(server.deps)
    const open = async () => (await openBrowser(server).go(link)).status
    expect([await open(), await open()]).toEqual([302, 410])
    await makeLocalLink(server.deps)
  },
  audit_log: async () => {
    const { id } = await org.createFlag()
    const entries = await org.walk(`${org.base}/audit-log?resourceId=${id}`)
    expect(entries).toMatchObject([{ action: 'flag.created', resourceId: id }])
  },
  audit_chains: async () => {
    const length = async () => {
      const { body } = await org.get('/v1/audit-log/verify')
      expect(body.ok).toBe(true)
      return body.entries as number
    }
    const before = await length()
    await org.createFlag()
    expect(await length()).toBe(before + 1)
  },
  schedules: async () => {
    const { key } = await org.createFlag()
    await org.put(org.at(key), config())
    const { body } = await org.post(`${org.at(key)}/schedules`, { steps: [laterStep()] })
    await org.post(`/v1/schedules/${body.id}/pause`)
    expect((await org.get(`/v1/schedules/${body.id}`)).body.status).toBe('paused')
  },
  metrics: async () => {
    const { key } = await experiments.createMetric({ kind: 'sum', cap: 0.5, adjust: false })
    const path = `${org.base}/metrics/${key}`
    await org.patch(path, { name: 'Größe 📏', archived: true })
    expect((await org.get(path)).body).toMatchObject({
      name: 'Größe 📏',
      cap: 0.5,
      adjust: false,
      archivedAt: expect.any(String),
    })
  },
  experiments: async () => {
    const { id, read } = await experiments.run({ hypothesis: 'Größer 📏', plannedEnd: '2100-01-01T00:00:00Z' })
    await org.patch(`/v1/experiments/${id}`, { name: 'Renamed' })
    await experiments.act(id, 'stop')
    expect(await read()).toMatchObject({
      name: 'Renamed',
      hypothesis: 'Größer 📏',
      method: 'hybrid',
      status: 'stopped',
    })
  },
  code_branches: async () => {
    await upload(org, [], { repository: 'größe 📏', branch: 'main' })
    expect(await org.walk(`${org.base}/code-references`)).toMatchObject([{ repository: 'größe 📏', references: 0 }])
  },
  code_references: async () => {
    const { key } = await org.createFlag()
    const url = 'https://code.example/{path}'
    await upload(org, [reference(key, { path: 'größe/📏.ts', alias: 'GRÖSSE' })], { url })
    expect(await namedAt(org, key)).toMatchObject([{ path: 'größe/📏.ts', alias: 'GRÖSSE' }])
  },
  code_removals: async () => {
    const { key } = await org.createFlag()
    const removal = { commit: 'c0ffee', at: '2026-01-31T12:00:00.000Z', author: 'Größe 📏' }
    await upload(org, [], { removed: [{ flagKey: key, ...removal }] })
    const { body } = await org.get(`${org.base}/flags/${key}/code-references`)
    expect(body.removed).toEqual({ repository: 'acme/shop', ...removal })
  },
  due: async () => {
    const { key } = await org.createFlag()
    await org.put(org.at(key), config())
    const { body } = await org.post(`${org.at(key)}/schedules`, { steps: [laterStep()] })
    expect(await rowsOf('due', `subject = '${body.id}'`)).toMatchObject([{ kind: 'schedule' }])
    await createWebhook(org)
    await org.createFlag()
    await settled(server)
  },
  webhooks: async () => {
    const { id } = await createWebhook(org)
    await org.patch(`/v1/webhooks/${id}`, { enabled: false })
    expect((await org.get(`/v1/webhooks/${id}`)).body.enabled).toBe(false)
  },
  webhook_deliveries: async () => {
    const { id } = await createWebhook(org)
    await org.createFlag()
    await settled(server)
    const deliveries = () => org.walk(`/v1/webhooks/${id}/deliveries`)
    expect(await deliveries()).toMatchObject([{ type: 'flag.created', status: 'waiting' }])
    await org.patch(`/v1/webhooks/${id}`, { enabled: false })
    expect(await deliveries()).toMatchObject([{ type: 'flag.created', status: 'failed' }])
  },
  favourites: async () => {
    const { key } = await org.createFlag()
    const path = `${org.base}/favourites`
    await admin.put(`${path}/${key}`, undefined)
    expect((await admin.get(path)).body.items).toEqual([key])
  },
  saved_views: async () => {
    const { body } = await admin.post(`${org.base}/views`, { name: 'Mine', search: 'tag=web' })
    expect((await admin.get(`${org.base}/views`)).body.items).toEqual([body])
  },
  saved_contexts: async () => {
    const { body } = await admin.post(`${org.base}/contexts`, { name: 'Ada', context: { userId: 'ada' } })
    expect((await admin.get(`${org.base}/contexts`)).body.items).toEqual([body])
  },
  invitations: async () => {
    const { body } = await admin.post('/v1/invitations', { email: 'grace@example.com', role: 'editor' })
    expect((await admin.get('/v1/invitations')).body.items).toEqual([body])
  },
  milestones: async () => {
    const found = () => bootstrap(server.deps, { plan: 'free', serverKey: undefined })
    expect((await found()).firstKey).toEqual(expect.any(String))
    expect((await found()).firstKey).toBeUndefined()
  },
  // The progress of a shared edge, which only the publisher writes.
  edge_progress: async () => {
    const before = await store.publications.readSequence()
    await store.publications.recordSequence(before + 1, 1)
    expect(await store.publications.readSequence()).toBe(before + 1)
  },
  checkpoints: async () => {
    const { newest = 0 } = await store.checkpoints.judge([])
    const next = await store.checkpoints.append([newest], newest + 1)
    expect(await store.checkpoints.judge([])).toMatchObject({ newest: next })
  },
}

for (const [table, use] of Object.entries(tables)) {
  test(`what ${table} is given it gives back`, async () => {
    await use()
    expect(await rowsOf(table)).not.toEqual([])
  })
}

/** The event log's tables, a separate file with SQLite: the tests of telemetry and aggregation use them all. */
const ofEventLog = [
  ...['telemetry_batches', 'telemetry_events', 'telemetry_late', 'telemetry_settled_days'],
  ...['unit_counts', 'unit_days', 'unit_events', 'unit_experiments', 'unit_exposures', 'unit_names', 'unit_seen'],
]

const listTables = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite%'",
  postgres:
    "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace",
}

test('no table is left out', async () => {
  const found = (await server.execute(listTables[inject('database')])) as { name: string }[]
  const names = found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('bunting_migrations') && !ofEventLog.includes(name))
  expect(names.sort()).toEqual(Object.keys(tables).sort())
})
