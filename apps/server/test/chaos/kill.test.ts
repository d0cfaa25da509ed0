import { expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from '../process/support/databases.ts'
import { evaluate, openOrganization, sendJson } from '../process/support/organization.ts'
import { expectWhole, type Rows, readRows } from '../process/support/tables.ts'
import { type Answered, nothingAnswered, prepareFlags, writeUntilGone } from './support/load.ts'

const rounds = 4

const expectAnswered = ({ entries, versions, keys }: Rows, answered: Answered): void => {
  const written = new Set(entries.map(({ action, resource_id }) => `${action} ${resource_id}`))
  const missing = answered.changes.filter(({ action, resourceId }) => !written.has(`${action} ${resourceId}`))
  expect(missing).toEqual([])
  const versionIds = new Set(versions.map(({ id }) => id))
  for (const { action, resourceId } of answered.changes) {
    if (action === 'flag.version.created') expect(versionIds).toContain(resourceId)
  }
  const revoked = new Map(keys.map((key) => [key.id, Boolean(key.revoked)]))
  for (const key of answered.keys) expect(revoked.get(key.id)).toBe(key.revoked)
}

/** Checks that a restarted server has, on both APIs, everything that was answered before. */
const expectServed = async (
  server: Pick<ServerProcess, 'managementUrl' | 'deliveryUrl'>,
  answered: Answered,
  key: string,
  productionKey: string,
) => {
  const organization = await openOrganization(key, server)
  const entries = await organization.walk(`${organization.base}/audit-log`)
  const listed = new Set(entries.map(({ action, resourceId }) => `${action} ${resourceId}`))
  const here = answered.changes.filter(({ action }) => action !== 'project.created')
  expect(here.filter(({ action, resourceId }) => !listed.has(`${action} ${resourceId}`))).toEqual([])

  const served = async (flagKey: string, slug: string, evaluator: string) => {
    const history = await organization.walk(`${organization.at(flagKey, slug)}/versions`)
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => history.length - index))
    const { body } = await evaluate(server, evaluator, flagKey)
    expect(body.value).toBe(history[0]?.version ?? null)
    return body.value
  }
  // Requests that were sent but not answered may have been applied too.
  for (const [flagKey, version] of answered.versions) {
    expect(await served(flagKey, 'development', key)).toBeGreaterThanOrEqual(version)
  }
  for (const [flagKey, version] of answered.approved) {
    expect(await served(flagKey, 'production', productionKey)).toBeGreaterThanOrEqual(version)
  }
  for (const { raw, revoked } of answered.keys.slice(-20)) {
    const status = revoked ? 401 : 200
    expect((await sendJson(server.managementUrl, 'GET', '/v1/projects', { key: raw })).status).toBe(status)
    expect((await evaluate(server, raw, 'own-1')).status).toBe(status)
  }
}

for (const [name, open] of Object.entries(databases)) {
  test(`on ${name} a kill -9 at any moment loses nothing that was answered, and leaves nothing half done`, async () => {
    await using database = await open()
    await using first = await startHere(database.settings)
    const key = first.firstKey ?? ''
    const organization = await openOrganization(key, first)
    await prepareFlags(organization)
    const { key: otherKey } = await organization.createKey()
    const { key: productionKey } = await organization.createKey({}, 'production')
    await first.stop()

    const answered = nothingAnswered()
    for (let round = 1; round <= rounds; round++) {
      await using server = await startServer(database.settings)
      await expectServed(server, answered, key, productionKey)
      const after = 1 + Math.floor(Math.random() * 120)
      const count = await writeUntilGone(server, { key, otherKey }, answered, (answers) => {
        if (answers === after) setTimeout(server.kill9, Math.random() * 8)
      })
      expect(count).toBeGreaterThanOrEqual(after)
      const rows = await readRows(database)
      expectWhole(rows)
      expectAnswered(rows, answered)
    }
    await using last = await startHere(database.settings)
    await expectServed(last, answered, key, productionKey)
    const actions = new Set(answered.changes.map(({ action }) => action))
    expect([...actions].sort(), 'the load wrote changes of every kind').toEqual([
      'api_key.created',
      'api_key.revoked',
      'flag.created',
      'flag.proposal.approved',
      'flag.proposal.created',
      'flag.updated',
      'flag.version.created',
      'project.created',
    ])
  })
}

test('a data directory can be used again at once after a crash', async () => {
  await using database = await databases.SQLite()
  await using first = await startServer(database.settings)
  await first.kill9()
  await using next = await startHere(database.settings)
  expect((await evaluate(next, first.firstKey ?? '', 'x')).status).toBe(200)
})
