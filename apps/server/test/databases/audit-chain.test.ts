import { createHash } from 'node:crypto'
import { splitLine } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { unguardAuditLog } from '../api/support/unguard.ts'

const server = await startTestServer()
for (const statement of unguardAuditLog) await server.execute(statement)

type Organization = Awaited<ReturnType<typeof server.newOrganization>>
type Entry = { id: string; seq: number; previousHash: string | null; hash: string }

const verify = async (org: Organization) => (await org.get('/v1/audit-log/verify')).body
const linesOf = async (org: Organization, query = ''): Promise<string[]> =>
  (await org.get(`/v1/audit-log/export${query}`)).body.split('\n').slice(0, -1)
const exported = async (org: Organization): Promise<Entry[]> =>
  (await linesOf(org)).map((line) => JSON.parse(line) as Entry)

/** An organization with seven entries. */
const furnish = async () => {
  const org = await server.newOrganization()
  for (let made = 0; made < 5; made++) await org.createFlag()
  const entries = await exported(org)
  expect(entries).toHaveLength(7)
  const idOf = (seq: number): string => entries[seq - 1]?.id ?? ''
  return { org, idOf, entries }
}

test('a log that nobody touched verifies', async () => {
  const { org } = await furnish()
  const { status, body } = await org.get('/v1/audit-log/verify')
  expect([status, body]).toEqual([200, { ok: true, entries: 7 }])
})

const fields: [column: string, value: string][] = [
  ['meta', `'{"key":"other"}'`],
  ['actor_id', "'key_other'"],
  ['actor_type', "'user'"],
  ['action', "'flag.updated'"],
  ['resource_type', "'proposal'"],
  ['resource_id', "'flag_other'"],
  ['project_id', 'null'],
  ['environment_id', "'env_other'"],
  ['created_us', 'created_us - 60000000'],
  ['hash', `'${'0'.repeat(64)}'`],
  ['id', "'al_other'"],
]
for (const [column, value] of fields) {
  test(`a changed ${column} shows, and which entry it is of`, async () => {
    const { org, idOf } = await furnish()
    await server.execute(`update audit_log set ${column} = ${value} where id = '${idOf(4)}'`)
    const firstBroken = column === 'id' ? 'al_other' : idOf(4)
    expect(await verify(org)).toEqual({ ok: false, entries: 7, firstBroken })
    if (column === 'id') await server.execute("delete from audit_log where id = 'al_other'")
  })
}

test('an entry that was changed together with its hash breaks the next one', async () => {
  const { org, idOf, entries } = await furnish()
  const line = (await linesOf(org))[3]?.replace('"flag.created"', '"flag.updated"') ?? ''
  const hash = createHash('sha256')
    .update(splitLine(line)?.hashed ?? '')
    .digest('hex')
  await server.execute(`update audit_log set action = 'flag.updated', hash = '${hash}' where id = '${idOf(4)}'`)
  expect(hash).not.toBe(entries[3]?.hash)
  expect(await verify(org)).toMatchObject({ ok: false, firstBroken: idOf(5) })
})

test('a removed entry shows at the next one', async () => {
  const { org, idOf } = await furnish()
  await server.execute(`delete from audit_log where id = '${idOf(3)}'`)
  expect(await verify(org)).toEqual({ ok: false, entries: 6, firstBroken: idOf(4) })
})

test('a removed entry shows even where the others were moved up', async () => {
  const { org, idOf } = await furnish()
  await server.execute(`delete from audit_log where id = '${idOf(3)}'`)
  for (const seq of [4, 5, 6, 7]) await server.execute(`update audit_log set seq = seq - 1 where id = '${idOf(seq)}'`)
  expect(await verify(org)).toMatchObject({ ok: false, firstBroken: idOf(4) })
})

test('a removed first entry shows at the second', async () => {
  const { org, idOf } = await furnish()
  await server.execute(`delete from audit_log where id = '${idOf(1)}'`)
  expect(await verify(org)).toMatchObject({ ok: false, firstBroken: idOf(2) })
})

test('entries that are missing at the end show, by the newest of them', async () => {
  const { org, idOf } = await furnish()
  await server.execute(`delete from audit_log where id in ('${idOf(6)}', '${idOf(7)}')`)
  expect(await verify(org)).toEqual({ ok: false, entries: 5, firstBroken: idOf(7) })
  await org.createFlag()
  expect(await verify(org), 'and it stays so').toMatchObject({ ok: false, firstBroken: expect.any(String) })
})

test('a log that was emptied shows', async () => {
  const { org, idOf } = await furnish()
  await server.execute(`delete from audit_log where org_id = '${org.id}'`)
  expect(await verify(org)).toEqual({ ok: false, entries: 0, firstBroken: idOf(7) })
  await server.execute(`delete from audit_chains where org_id = '${org.id}'`)
  expect(await verify(org)).toEqual({ ok: false, entries: 0 })
})

type Copy = { id: string; seq?: string; createdUs?: string; orgId?: string }

const copyOf = (of: string, { id, seq = 'seq + 1', createdUs = 'created_us + 1', orgId = 'org_id' }: Copy) =>
  `insert into audit_log (id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us, seq, hash)
    select '${id}', ${orgId}, project_id, actor_id, actor_type, action, resource_type, resource_id, meta,
      ${createdUs}, ${seq}, hash from audit_log where id = '${of}'`

test('an entry that was put in shows: at the end, before the first and in between', async () => {
  for (const [seq, at] of [
    ['seq + 1', 7],
    ['0', 1],
    ['-3', 1],
  ] as const) {
    const { org, idOf } = await furnish()
    const id = `al_forged_${org.id}`
    await server.execute(copyOf(idOf(at), { id, seq, ...(at === 1 ? { createdUs: 'created_us - 1' } : {}) }))
    expect(await verify(org)).toEqual({ ok: false, entries: 8, firstBroken: id })
  }
  const { org, idOf } = await furnish()
  for (const seq of [7, 6, 5]) await server.execute(`update audit_log set seq = seq + 1 where id = '${idOf(seq)}'`)
  await server.execute(copyOf(idOf(4), { id: `al_between_${org.id}` }))
  expect(await verify(org)).toEqual({ ok: false, entries: 8, firstBroken: `al_between_${org.id}` })
})

test('two entries that changed places show', async () => {
  const { org, idOf } = await furnish()
  await server.execute(`update audit_log set seq = 100 where id = '${idOf(3)}'`)
  await server.execute(`update audit_log set seq = 3 where id = '${idOf(4)}'`)
  await server.execute(`update audit_log set seq = 4 where id = '${idOf(3)}'`)
  expect(await verify(org)).toMatchObject({ ok: false, firstBroken: idOf(4) })
})

test('a forged entry under another organization’s name is in nobody’s log', async () => {
  const [mine, theirs] = [await furnish(), await furnish()]
  const id = `al_slipped_${mine.org.id}`
  await server.execute(copyOf(mine.idOf(7), { id, orgId: `'${theirs.org.id}'` }))
  const shown = await mine.org.walk(`${mine.org.base}/audit-log`)
  expect(shown.map(({ id }) => id)).not.toContain(id)
  expect(await verify(mine.org)).toEqual({ ok: true, entries: 7 })
  expect(await verify(theirs.org)).toMatchObject({ ok: false, firstBroken: id })
})

test('changes at once, in several organizations, keep a chain each without a gap', async () => {
  const orgs = await Promise.all(Array.from({ length: 3 }, () => server.newOrganization()))
  await Promise.all(
    orgs.flatMap((org) =>
      Array.from({ length: 15 }, async (_, at) => {
        if (at % 3 === 0) return org.post('/v1/projects', { name: 'P', slug: `p-${at}` })
        const flag = await org.createFlag()
        return org.put(org.at(flag.key), config())
      }),
    ),
  )
  for (const org of orgs) {
    const entries = await exported(org)
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 27 }, (_, at) => at + 1))
    expect(entries.map(({ previousHash }) => previousHash)).toEqual(
      [null, ...entries.map(({ hash }) => hash)].slice(0, -1),
    )
    expect(await verify(org)).toEqual({ ok: true, entries: 27 })
  }
})

test('verifying while others write finds nothing wrong', async () => {
  const org = await server.newOrganization()
  let isWriting = true
  const verifying = Array.from({ length: 4 }, async () => {
    while (isWriting) expect(await verify(org)).toEqual({ ok: true, entries: expect.any(Number) })
  })
  const writing = Array.from({ length: 4 }, async () => {
    for (let made = 0; made < 20; made++) await org.createFlag()
  })
  const written = Promise.all(writing).finally(() => {
    isWriting = false
  })
  await Promise.all([written, ...verifying])
})

test('several entries of one change follow each other', async () => {
  const org = await server.newOrganization()
  await org.protect('production')
  for (let made = 0; made < 3; made++) {
    const flag = await org.createFlag()
    await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  }
  await org.protect('production', false)
  expect(await verify(org)).toEqual({ ok: true, entries: 13 })
  const [first] = await org.walk(`${org.base}/audit-log`)
  expect(await org.walk(`${org.base}/audit-log`, 1), 'each with a place of its own').toHaveLength(13)
  expect(first.action).toMatch(/proposal|environment/)
})

test('verifying and exporting are for admins and server keys, each in their own organization', async () => {
  const { org, entries } = await furnish()
  const other = await server.newOrganization()
  expect(await verify(other)).toEqual({ ok: true, entries: 2 })
  const text = (await linesOf(other)).join()
  for (const { id } of entries) expect(text).not.toContain(id)
  for (const path of ['/v1/audit-log/verify', '/v1/audit-log/export']) {
    expect((await (await server.newMember(org, 'admin')).get(path)).status).toBe(200)
    expect((await (await server.newMember(org, 'editor')).get(path)).status).toBe(403)
    expect((await (await server.newMember(org, 'viewer')).get(path)).status).toBe(403)
  }
})
