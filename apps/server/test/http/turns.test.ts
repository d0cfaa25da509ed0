import { expect, test } from 'vitest'
import { event, noon } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'
import { turnsDuring } from '../../src/testing/turns-during.ts'
import { expireDeliveries } from '../../src/webhooks/expire-deliveries.ts'

/** The embedded database answers within one turn of the event loop: other requests run only if the code yields. */
const server = await startTestServer({ analytics: true })

const pages = 20
const rows = (count: number): string =>
  `with recursive row(n) as (select 1 union all select n + 1 from row where n < ${count})`

/** A project with so many new flags that reading all of them takes `pages` pages. */
const openLargeProject = async () => {
  const org = await server.newOrganization()
  await server.execute(`${rows(100 * pages)}
    insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us)
    select '${org.id}' || n, '${org.id}', '${org.project.id}', 'flag-' || n, 'Flag', 'boolean', false, 'flag', ${server.deps.nowUs()} + n from row`)
  return org
}

test('others have their turns while old deliveries are deleted', async () => {
  const org = await server.newOrganization()
  const { body } = await org.post('/v1/webhooks', { url: 'https://hooks.example/path', events: ['*'] })
  await server.execute(`${rows(1_000 * pages)}
    insert into webhook_deliveries (webhook_id, entry_id, status, attempts, tries, created_us)
    select '${body.id}', 'entry_' || n, 'delivered', '[]', 1, n from row`)
  expect(await turnsDuring(expireDeliveries(server.deps))).toBeGreaterThanOrEqual(pages)
  expect(await server.execute('select * from webhook_deliveries where created_us < 1000000')).toEqual([])
})

test('others have their turns while all flags are looked through', async () => {
  const org = await openLargeProject()
  expect(await turnsDuring(() => org.get(`${org.base}/flags/stale`))).toBeGreaterThanOrEqual(pages)
})

test('others have their turns while all flags are promoted, if only to see what would come of it', async () => {
  const org = await openLargeProject()
  const [from, to] = [org.environmentId('development'), org.environmentId('production')]
  const promotion = { from, to, flags: 'all', dryRun: true }
  expect(await turnsDuring(() => org.post(`${org.base}/promotions`, promotion))).toBeGreaterThanOrEqual(pages)
})

test('others have their turns while the audit log is verified, and while it is exported', async () => {
  const org = await server.newOrganization()
  await server.execute(`${rows(200 * pages)}
    insert into audit_log (id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us, seq, hash)
    select 'al_' || org_id || n, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us + n, seq + n, hash
    from row, (select * from audit_log where org_id = '${org.id}' order by seq desc limit 1)`)
  const verify = async () => expect((await org.get('/v1/audit-log/verify')).body.entries).toBeGreaterThan(200 * pages)
  expect(await turnsDuring(verify)).toBeGreaterThanOrEqual(pages)
  const exported = async () => expect((await org.get('/v1/audit-log/export')).status).toBe(200)
  expect(await turnsDuring(exported)).toBeGreaterThanOrEqual(pages)
})

test('others have their turns in the nightly run', async () => {
  const org = await openLargeProject()
  for (let from = 1; from <= 100 * pages; from += 1_000) {
    const events = Array.from({ length: 1_000 }, (_, at) =>
      event(org, { flagKey: `flag-${from + at}`, evaluatedAt: noon(1) }),
    )
    expect((await org.post('/v1/telemetry/events', { events })).body.accepted).toBe(1_000)
  }
  expect(await turnsDuring(server.runNightly)).toBeGreaterThanOrEqual(pages)
  const { body } = await org.get(`${org.base}/flags/flag-1/usage?environmentId=${org.environmentId('development')}`)
  expect(body.rows).toMatchObject([{ totalEvaluations: 1 }])
})

test('others have their turns between the checks of a large body that is refused', async () => {
  const org = await server.newOrganization()
  const { key } = await org.saveSegment({ included: ['ada'] })
  const sent = (count: number) => ({ version: 2, included: Array(count).fill(''), excluded: [], rules: [] })
  const save = (count: number) => async () => expect((await org.put(org.segmentAt(key), sent(count))).status).toBe(422)
  const ofSmall = await turnsDuring(save(1))
  // Counting its parts, parsing, the schema, texts that cannot be stored, and everything else.
  expect(await turnsDuring(save(30_000))).toBeGreaterThanOrEqual(ofSmall + 4)
})

/** Appends a version to each of the project's segments, each as large as everything that is read in one turn. */
const makeLarge = ({ project }: { project: { id: string } }) =>
  server.execute(`insert into segment_versions (id, segment_id, environment_id, version, created_by, created_us,
      cost, included_count, excluded_count, rules, included, excluded)
    select id || '2', segment_id, environment_id, 2, created_by, created_us + 1,
      cost, 1, 0, rules, '["ada"' || replace(hex(zeroblob(${2 ** 19})), '0', ' ') || ']', excluded
    from segment_versions where segment_id in (select id from segments where project_id = '${project.id}')`)

/** A flag that needs `pages` segments. */
const needLargeSegments = async () => {
  const org = await server.newOrganization()
  const keys: string[] = []
  while (keys.length < pages) keys.push((await org.saveSegment({ included: ['ada'] })).key)
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ rules: [ruleIn(keys, { value: true })] }))
  await makeLarge(org)
  return { org, key }
}

test('others have their turns while the segments that a flag needs are read', async () => {
  const { org, key } = await needLargeSegments()
  const explain = () => org.post(`${org.at(key)}/explain`, { context: { userId: 'ada' } })
  expect(await turnsDuring(explain)).toBeGreaterThanOrEqual(pages - 1)
  expect((await explain()).body).toMatchObject({ result: { value: true, reason: 'RULE_MATCH' } })
})

test('others have their turns while a segment is read in all its environments', async () => {
  const org = await server.newOrganization()
  const { key } = await org.saveSegment({ included: ['ada'] })
  const copyFrom = org.environmentId('development')
  for (let at = 0; at < pages; at++) {
    await org.post(`${org.base}/environments`, { name: `Copy ${at}`, slug: `copy-${at}`, copyFrom })
  }
  await makeLarge(org)
  const read = () => org.get(`${org.base}/segments/${key}`)
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(pages)
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(Object.keys(body.versions)).toHaveLength(pages + 1)
})
