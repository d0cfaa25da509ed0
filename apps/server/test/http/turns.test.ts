import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { turnsDuring } from '../../src/testing/turns-during.ts'
import { expireDeliveries } from '../../src/webhooks/expire-deliveries.ts'

/** The embedded database answers within the same turn of the loop: only who gives turns lets others have some. */
const server = await startTestServer()

const pages = 20
const rows = (count: number): string =>
  `with recursive row(n) as (select 1 union all select n + 1 from row where n < ${count})`

/** A project of so many new flags that all of them are read in as many pages. */
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
