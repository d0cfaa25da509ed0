import { createHash } from 'node:crypto'
import { createClient, splitLine } from '@bunting/contract'
import { expect, test } from 'vitest'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { appendFlags } from '../api/support/webhooks.ts'

const server = await startTestServer()
const dayMs = 24 * 60 * 60 * 1_000

type Organization = Awaited<ReturnType<typeof server.newOrganization>>

const exported = async (org: Organization, query = '') => {
  const { body } = await org.get(`/v1/audit-log/export${query}`)
  return (body as string).split('\n').slice(0, -1)
}
const keysIn = (lines: string[]): string[] => lines.map((line) => JSON.parse(line).meta.key)
/** Computes the hash of a line from the line alone. */
const hashOf = (line: string): string =>
  createHash('sha256')
    .update(line.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}'))
    .digest('hex')

test('the export has every entry of every project, oldest first, a JSON object a line', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ name: 'Line and "quotes" \\ and 🎏' })
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  const response = await server.fetch('/v1/audit-log/export', { headers: { authorization: `Bearer ${org.key}` } })
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  const entries = (await response.text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const shown = [
    ...(await org.walk(`${org.base}/audit-log`)),
    ...(await org.walk(`/v1/projects/${other.id}/audit-log`)),
  ]
  const listed = new Map(shown.map((entry) => [entry.id, entry]))
  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  for (const { projectId, environmentId, seq, previousHash, hash, ...entry } of entries) {
    expect(entry).toEqual(listed.get(entry.id))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect([projectId, environmentId, seq, previousHash].every((value) => value !== undefined)).toBe(true)
  }
  expect(entries[1].environmentId, 'where the key is one').toBe(org.environmentId('development'))
  expect(entries[2]).toMatchObject({ projectId: org.project.id, environmentId: null, resourceId: flag.id })
})

test('a line’s hash is that of the line without it, and names the line before', async () => {
  const org = await server.newOrganization()
  await org.createFlag({ name: 'Line and "quotes" \\ and 🎏', description: '{"hash":"x"}' })
  await org.patch(`${org.base}/environments/${org.environmentId('staging')}`, { name: ',"hash":"' })
  const lines = await exported(org)
  let previousHash: string | null = null
  for (const line of lines) {
    const entry = JSON.parse(line)
    expect(entry.previousHash).toBe(previousHash)
    expect(entry.hash).toBe(hashOf(line))
    expect(splitLine(line)?.hash).toBe(entry.hash)
    previousHash = entry.hash
  }
})

test('an export of many entries is one chain, whatever the size of the pieces it is read in', async () => {
  const org = await server.newOrganization()
  await appendFlags(server, org, 230)
  const lines = await exported(org)
  expect(lines).toHaveLength(232)
  expect(lines.map((line) => JSON.parse(line).hash)).toEqual(lines.map(hashOf))
  const api = createClient({
    baseUrl: server.deps.publicUrl,
    key: org.key,
    fetch: async (input, init) => server.fetch(new URL(String(input)).pathname, init),
  })
  const read: string[] = []
  for await (const line of await api.exportAuditLog({})) read.push(line)
  expect(read).toEqual(lines)
})

test('a reader that goes away leaves nothing behind', async () => {
  const org = await server.newOrganization()
  await appendFlags(server, org, 150)
  const response = await server.fetch('/v1/audit-log/export', { headers: { authorization: `Bearer ${org.key}` } })
  await response.body?.cancel()
  expect((await org.get('/v1/audit-log/verify')).body).toEqual({ ok: true, entries: 152 })
})

test('from and to cut out days or moments; spans that meet share nothing and leave out nothing', async () => {
  const org = await server.newOrganization()
  const now = () => new Date(server.deps.nowUs() / 1_000).toISOString()
  await org.createFlag({ key: 'first' })
  // `from` is a whole millisecond: move past the one in which the first flag was created.
  server.moveClock(1)
  const between = now()
  await org.createFlag({ key: 'second' })
  server.moveClock(2 * dayMs)
  await org.createFlag({ key: 'third' })
  const today = now().slice(0, 10)
  expect(keysIn(await exported(org, `?from=${between}`))).toEqual(['second', 'third'])
  expect(keysIn((await exported(org, `?to=${between}`)).slice(2))).toEqual(['first'])
  expect(keysIn(await exported(org, `?from=${today}`))).toEqual(['third'])
  expect(keysIn(await exported(org, `?from=${today}&to=${today}`))).toEqual(['third'])
  expect(await exported(org, `?to=${between.slice(0, 10)}`)).toHaveLength(4)
  expect(await exported(org, '?from=2100-01-01')).toEqual([])
  const [line = ''] = await exported(org, `?from=${between}`)
  expect(JSON.parse(line).previousHash, 'a part still says what it follows').toMatch(/^[0-9a-f]{64}$/)
  const listed = await org.walk(`${org.base}/audit-log?from=${between}&resourceType=flag`)
  expect(listed.map(({ meta }) => meta.key)).toEqual(['third', 'second'])
  expect(await org.walk(`${org.base}/audit-log?to=${between}`)).toHaveLength(3)
})

test('a moment that is none, and a span that ends before it begins, are refused', async () => {
  const org = await server.newOrganization()
  for (const path of ['/v1/audit-log/export', `${org.base}/audit-log`]) {
    for (const value of ['', 'yesterday', '2026-02-30', '2026-01-01T25:00:00Z', '1767225600000']) {
      const { status, body } = await org.get(`${path}?from=${value}`)
      expect([status, body.error?.details]).toEqual([
        422,
        [{ path: 'from', message: expect.stringContaining('2026-01-31') }],
      ])
    }
    const { body } = await org.get(`${path}?from=2026-02-01&to=2026-01-31`)
    expect(body.error.details).toEqual([{ path: 'from', message: 'must lie before to' }])
  }
})

test('the Free plan exports the last 7 days, and verifies everything', async () => {
  const org = await server.newOrganization('free')
  await org.createFlag({ key: 'old' })
  server.moveClock(7.1 * dayMs)
  await org.createFlag({ key: 'new' })
  expect(keysIn(await exported(org))).toEqual(['new'])
  expect(keysIn(await exported(org, '?from=2020-01-01'))).toEqual(['new'])
  expect((await org.get('/v1/audit-log/verify')).body).toEqual({ ok: true, entries: 4 })
  await server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { plan: 'pro' } })
  expect(await exported(org)).toHaveLength(5)
})
