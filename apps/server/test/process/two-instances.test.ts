import { afterAll, expect, test } from 'vitest'
import type { Answer } from '../../src/testing/clients/answer.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, emptyDatabases } from './support/databases.ts'
import { evaluate, openOrganization, sendJson } from './support/organization.ts'
import { tally } from './support/tally.ts'

const database = await databases.PostgreSQL()
/** One in a separate process, the other in this one. */
const servers = await Promise.all([startServer(database.settings), startHere(database.settings)])
const [one, two] = servers
const firstKeys = servers.flatMap(({ firstKey }) => firstKey ?? [])
const organization = await openOrganization(firstKeys[0] ?? '', ...servers)
const { base, at } = organization

afterAll(async () => {
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
  await database[Symbol.asyncDispose]()
})

type Server = Pick<ServiceHere, 'managementUrl' | 'deliveryUrl'>

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** No more concurrent requests than both have connections to the database, so that none times out waiting for one. */
const atOnce = 16

const foundations = [
  'select id from organizations',
  'select id from projects',
  'select id from environments',
  'select id from api_keys',
  'select action from audit_log order by action',
]

test('started at the same moment on an empty database both come up, and one of them founds and prints', async () => {
  expect(firstKeys).toHaveLength(1)
  await using empty = await emptyDatabases.PostgreSQL()
  const started = await times(3, () => startHere(empty.settings))
  try {
    const printed = started.flatMap(({ firstKey }) => firstKey ?? [])
    expect(printed).toHaveLength(1)
    for (const server of started) expect((await evaluate(server, printed[0] ?? '', 'x')).status).toBe(200)
    const [organizations, projects, environments, keys, entries] = await empty.read(...foundations)
    expect([organizations, projects, environments, keys].map((rows) => rows?.length)).toEqual([1, 1, 3, 1])
    expect(entries).toEqual([{ action: 'api_key.created' }, { action: 'member.joined' }, { action: 'project.created' }])
  } finally {
    await Promise.all(started.map((server) => server.stop()))
  }
})

test('a chosen key is installed once by instances that start with it at the same moment', async () => {
  const settings = { ...database.settings, BUNTING_BOOTSTRAP_SERVER_KEY: `sk_${'c'.repeat(40)}` }
  const started = await times(3, () => startHere(settings))
  await Promise.all(started.map((server) => server.stop()))
  const description = 'Server key from BUNTING_BOOTSTRAP_SERVER_KEY'
  const [keys, entries] = await database.read(
    `select id from api_keys where description = '${description}'`,
    `select id from audit_log where meta like '%${description}%'`,
  )
  expect([keys?.length, entries?.length]).toEqual([1, 1])
})

test('of concurrent updates to the same version over both one succeeds, and the series has no gap', async () => {
  const flag = await organization.createFlag()
  for (const version of [1, 2]) {
    const answers = await times(atOnce, () => organization.put(at(flag.key), config({ version })))
    expect(tally(answers)).toEqual({ 201: 1, '409 VERSION_CONFLICT': atOnce - 1 })
  }
  const versions = await organization.walk(`${at(flag.key)}/versions`)
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
  const ids = versions.map(({ id }) => id)
  const entries = await organization.walk(`${base}/audit-log?resourceType=flag_version`)
  expect(entries.map(({ resourceId }) => resourceId).filter((id) => ids.includes(id))).toEqual(ids)
})

test('of concurrent approvals over both one wins, and makes one version', async () => {
  await organization.protect('production')
  const { key: other } = await organization.createKey()
  const flag = await organization.createFlag()
  for (const version of [1, 2]) {
    const path = `${at(flag.key, 'production')}/proposals`
    const { body: proposal } = await organization.post(path, config({ version: version - 1 }))
    const answers = await times(atOnce, () => organization.post(`/v1/proposals/${proposal.id}/approve`, {}, other))
    expect(tally(answers)).toEqual({ 200: 1, '409 PROPOSAL_NOT_PENDING': atOnce - 1 })
    const versions = await organization.walk(`${at(flag.key, 'production')}/versions`)
    expect(versions.map((one) => one.version)).toEqual([2, 1].slice(2 - version))
    expect(versions[0].proposalId).toBe(proposal.id)
    const entries = await organization.walk(`${base}/audit-log?resourceId=${proposal.id}`)
    expect(entries.map(({ action }) => action)).toEqual(['flag.proposal.approved', 'flag.proposal.created'])
  }
})

test('of concurrent approvals, rejections and a lost protection over both one decides', async () => {
  await organization.protect('staging')
  const { key: other } = await organization.createKey()
  const flag = await organization.createFlag()
  const path = `${at(flag.key, 'staging')}/proposals`
  const { body: proposal } = await organization.post(path, config({ version: 0 }))
  const review = (index: number) =>
    organization.post(`/v1/proposals/${proposal.id}/${index % 4 < 2 ? 'approve' : 'reject'}`, {}, other)
  const [reviews, unprotected] = await Promise.all([times(atOnce, review), organization.protect('staging', false)])
  expect(unprotected.status).toBe(200)
  const won = tally(reviews)[200] ?? 0
  expect(tally(reviews)).toEqual({ ...(won ? { 200: 1 } : {}), '409 PROPOSAL_NOT_PENDING': atOnce - won })
  const { body } = await organization.get(`/v1/proposals/${proposal.id}`)
  expect(body.status).not.toBe('pending')
  expect(await organization.walk(`${at(flag.key, 'staging')}/versions`)).toHaveLength(
    body.status === 'approved' ? 1 : 0,
  )
  expect(await organization.walk(`${base}/audit-log?resourceId=${proposal.id}`)).toHaveLength(2)
})

test('of concurrent projects, environments, flags and proposals of one name over both, one is made', async () => {
  await organization.protect('production')
  const flag = await organization.createFlag()
  const proposals = `${at(flag.key, 'production')}/proposals`
  const creations: [path: string, body: object, made: number, code: string][] = [
    ['/v1/projects', { name: 'Same', slug: 'same' }, 201, 'CONFLICT'],
    [`${base}/environments`, { name: 'Same', slug: 'same' }, 201, 'CONFLICT'],
    [`${base}/flags`, { key: 'same', name: 'Same', type: 'boolean' }, 201, 'CONFLICT'],
    [proposals, config({ version: 0 }), 202, 'PROPOSAL_ALREADY_PENDING'],
  ]
  for (const [path, body, made, code] of creations) {
    const answers = await times(atOnce, () => organization.post(path, body))
    expect(tally(answers), path).toEqual({ [made]: 1, [`409 ${code}`]: atOnce - 1 })
  }
})

const lists: Record<string, { path: string; write: (index: number) => Promise<Answer> }> = {
  projects: {
    path: '/v1/projects',
    write: (index) => organization.post('/v1/projects', { name: 'Listed', slug: `listed-${index}` }),
  },
  flags: {
    path: `${base}/flags`,
    write: (index) => organization.post(`${base}/flags`, { key: `listed-${index}`, name: 'Listed', type: 'number' }),
  },
  'API keys': {
    path: `${base}/environments/${organization.environmentId('staging')}/api-keys`,
    write: (index) =>
      organization.post(`${base}/environments/${organization.environmentId('staging')}/api-keys`, {
        type: 'client',
        description: `Listed ${index}`,
      }),
  },
  'audit entries': {
    path: `${base}/audit-log`,
    write: (index) => organization.post(`${base}/flags`, { key: `audited-${index}`, name: 'A', type: 'number' }),
  },
}

for (const [name, { path, write }] of Object.entries(lists)) {
  test(`walking ${name} while both write never skips or repeats what was there, and all have their own place`, async () => {
    let made = 0
    const writeSome = (count: number) => times(count, () => write(made++))
    expect(tally(await writeSome(6))).toEqual({ 201: 6 })
    const before = (await organization.walk(path)).map(({ id }) => id)
    for (const limit of [2, 20]) {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const [page, answers] = await Promise.all([
          organization.get(`${path}?limit=${limit}${cursor}`),
          made < 18 ? writeSome(4) : [],
        ])
        expect(answers.every(({ status }) => status === 201)).toBe(true)
        seen.push(...page.body.items.map((item: { id: string }) => item.id))
        if (!page.body.hasMore) break
        cursor = `&cursor=${page.body.nextCursor}`
      }
      expect(new Set(seen).size).toBe(seen.length)
      const known = new Set(before)
      expect(seen.filter((id) => known.has(id))).toEqual(before)
    }
    // With a page size of one, every row has its own cursor.
    const all = (await organization.walk(path)).map(({ id }) => id)
    let cursor = ''
    for (const id of all.slice(0, made)) {
      const { body } = await organization.get(`${path}?limit=1${cursor}`)
      expect(body.items.map((item: { id: string }) => item.id)).toEqual([id])
      cursor = `&cursor=${body.nextCursor}`
    }
  })
}

test('a key made on one works on the other, on both APIs, and is refused there once it is revoked', async () => {
  const through = (server: Server) => openOrganization(organization.key, server)
  const [here, there] = [await through(one), await through(two)]
  const made = await here.createKey({}, 'production')
  const list = (server: Server) => sendJson(server.managementUrl, 'GET', '/v1/projects', { key: made.key })
  expect((await list(two)).status).toBe(200)
  expect((await evaluate(two, made.key, 'x')).status).toBe(200)
  const path = `${there.base}/environments/${there.environmentId('production')}/api-keys/${made.id}`
  expect((await there.delete(path)).status).toBe(200)
  expect((await list(one)).status).toBe(401)
  expect((await evaluate(one, made.key, 'x')).status).toBe(401)
})

test('what is changed through one is read through the other', async () => {
  const [here, there] = [await openOrganization(organization.key, one), await openOrganization(organization.key, two)]
  const flag = await here.createFlag()
  expect((await there.put(there.at(flag.key), config())).status).toBe(201)
  expect((await here.put(here.at(flag.key), config({ version: 2, defaultValue: true }))).status).toBe(201)
  const { body } = await there.get(`${there.base}/flags/${flag.key}`)
  expect(body.versions[there.environmentId('development')]).toMatchObject({
    version: 2,
    config: { defaultValue: true },
  })
})
