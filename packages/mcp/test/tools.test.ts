import { expect, test } from 'vitest'
import { useWorld } from './support/world.ts'

const world = useWorld()

const yes = () => 'accept' as const

test('flags are found, with where they are on', async () => {
  const key = await world.newFlag({ name: 'Search that is new', tags: ['search'], description: 'A try' }, 10)
  const assistant = await world.overHttp()
  const { json } = await assistant.call('find_flags', { query: 'that is NEW' })
  expect(json).toEqual({
    items: [
      {
        key,
        type: 'boolean',
        name: 'Search that is new',
        description: 'A try',
        tags: ['search'],
        untrusted: true,
        environments: { production: 'no config', staging: 'on', development: 'no config' },
      },
    ],
  })
  const inWords = await assistant.call('find_flags', { tag: 'search', environment: 'staging' })
  expect(inWords.json).toMatchObject({
    items: [{ environments: { staging: '10 % of everyone → true; otherwise false' } }],
  })
})

test('a flag is read as JSON and in words', async () => {
  const key = await world.newFlag()
  const { json } = await (await world.overHttp()).call('get_flag', { key, environment: 'staging' })
  expect(json).toMatchObject({
    key,
    version: 1,
    enabled: true,
    defaultValue: false,
    ruleCount: 1,
    rules: [{ says: '10 % of everyone → true', rule: { id: 'beta', rolloutPercentage: 10 } }],
    untrusted: true,
  })
})

test('an evaluation is explained', async () => {
  const key = await world.newFlag({}, 100)
  const assistant = await world.overHttp()
  const { json } = await assistant.call('explain', { key, environment: 'staging', context: { userId: 'ada' } })
  expect(json).toMatchObject({ value: true, reason: 'ROLLOUT', ruleId: 'beta', rules: [{ outcome: 'matched' }] })
})

test('usage is counted per environment, and stale flags are listed without a key', async () => {
  const key = await world.newFlag()
  const assistant = await world.overHttp()
  expect((await assistant.call('usage', { key, days: 7 })).json).toMatchObject({
    key,
    environments: [
      { environment: 'development', evaluations: 0 },
      { environment: 'staging' },
      { environment: 'production' },
    ],
  })
  expect((await assistant.call('usage')).json).toEqual({ items: [] })
  expect((await assistant.call('find_flags', { stale: true })).json).toEqual({ items: [] })
  expect((await assistant.call('find_flags', { stale: true, environment: 'staging' })).json).toMatchObject({
    error: { details: [{ path: 'environment' }] },
  })
})

test('a flag is created, gets its first config, and has a history that says why', async () => {
  const assistant = await world.overHttp({ person: yes, name: 'Robot\u202e\u200b ☂' })
  const created = { key: 'made-here', name: 'Made here', type: 'boolean', comment: 'For the trial' }
  expect((await assistant.call('create_flag', created)).json).toEqual({ changed: true, key: 'made-here' })
  const first = { key: 'made-here', environment: 'development', enabled: true, comment: 'Try it' }
  expect((await assistant.call('change_flag', first)).json).toMatchObject({ changed: true, version: 1 })
  expect((await assistant.call('change_flag', first)).json).toMatchObject({ changed: false })
  const { json } = await assistant.call('history', { key: 'made-here' })
  expect(json).toMatchObject({
    items: [{ environment: 'development', version: 1, comment: 'Try it', untrusted: true }],
  })
  const { items } = await world.api.listAuditLog({ params: { projectId: world.project.id }, query: { limit: 2 } })
  const via = { via: 'mcp', claimedClient: 'Robot ☂ 1.2.3' }
  expect(items).toMatchObject([
    { action: 'flag.version.created', meta: { comment: 'Try it', ...via } },
    { action: 'flag.created', meta: { comment: 'For the trial', ...via } },
  ])
})

test('the audit log is read by environment', async () => {
  const key = await world.newFlag({}, 10, 'development')
  const { json } = await (await world.overHttp()).call('history', { environment: 'development' })
  expect((json.items as object[])[0]).toMatchObject({
    action: 'flag.version.created',
    meta: { flagKey: key },
    untrusted: true,
  })
  const later = await (await world.overHttp()).call('history', { since: '2100-01-01' })
  expect(later.json).toEqual({ items: [] })
})

test('a rollout of several rules is refused by their names', async () => {
  const key = await world.newFlag()
  const rules = ['One', 'Two'].map((name) => ({ id: name, name, value: true, rolloutPercentage: 5 }))
  const params = { projectId: world.project.id, envId: world.envId('staging'), flagKey: key }
  await world.api.createFlagVersion({ params, body: { version: 2, enabled: true, defaultValue: false, rules } })
  const assistant = await world.overHttp({ person: yes })
  const refused = await assistant.call('change_flag', { key, environment: 'staging', rollout: 50, comment: 'x' })
  expect(refused).toMatchObject({
    isError: true,
    json: { error: { message: expect.stringContaining('One (One), Two (Two)') } },
  })
  const changed = [{ ...rules[0], rolloutPercentage: 7 }, rules[1]]
  const saved = await assistant.call('change_flag', { key, environment: 'staging', rules: changed, comment: 'x' })
  expect(saved.json).toMatchObject({ changed: true, version: 3 })
})

test('ids come into a segment and leave it', async () => {
  const params = { projectId: world.project.id, envId: world.envId('staging'), segmentKey: 'insiders' }
  await world.api.createSegment({ params, body: { key: 'insiders', name: 'Insiders' } })
  await world.api.createSegmentVersion({ params, body: { version: 1, included: ['ada'], excluded: ['bob'] } })
  const asked: string[] = []
  const assistant = await world.overHttp({
    person: (message) => {
      asked.push(message)
      return 'accept'
    },
  })
  const edit = { key: 'insiders', environment: 'staging', add: ['bob', 'eve'], remove: ['ada'], comment: 'Swap' }
  expect((await assistant.call('edit_segment', edit)).json).toMatchObject({
    changed: true,
    version: 2,
    added: 2,
    removed: 1,
  })
  const { versions } = await world.api.getSegment({ params })
  expect(versions[params.envId]?.config).toMatchObject({ included: ['bob', 'eve'], excluded: [] })
  expect(asked[0]).toContain('3 people: 2 come in, 1 go out.')
  expect((await assistant.call('edit_segment', { ...edit, add: ['bob'], remove: [] })).json).toMatchObject({
    changed: false,
  })
})

test('ids come into a large segment', async () => {
  const params = { projectId: world.project.id, envId: world.envId('staging'), segmentKey: 'many' }
  await world.api.createSegment({ params, body: { key: 'many', name: 'Many', large: true } })
  const assistant = await world.overHttp({ person: yes })
  const edit = { key: 'many', environment: 'staging', comment: 'More' }
  expect((await assistant.call('edit_segment', { ...edit, add: ['ada', 'bob'] })).json).toMatchObject({
    changed: true,
    added: 2,
  })
  expect((await assistant.call('edit_segment', { ...edit, add: ['ada'] })).json).toMatchObject({ changed: false })
  expect((await assistant.call('edit_segment', { ...edit, remove: ['ada'] })).json).toMatchObject({ removed: 1 })
  expect(await world.api.containsSegmentId({ params, body: { id: 'bob' } })).toMatchObject({ contains: true })
})

test('a ramp is scheduled, and the person sees how many it reaches', async () => {
  const key = await world.newFlag()
  const asked: string[] = []
  const assistant = await world.overHttp({
    person: (message) => {
      asked.push(message)
      return 'accept'
    },
  })
  const steps = [25, 50].map((rolloutPercentage) => ({
    after: 3_600,
    change: { rules: { beta: { rolloutPercentage } } },
  }))
  const answer = await assistant.call('schedule_change', { key, environment: 'staging', steps, comment: 'Slowly' })
  expect(answer.json).toMatchObject({ changed: true, status: 'running', schedule: expect.stringMatching(/^sched_/) })
  expect(asked[0]).toContain('At most 40 % of people')
})

test('a flag is archived, but not while another needs it', async () => {
  const [needed, needing] = [await world.newFlag(), await world.newFlag()]
  const params = { projectId: world.project.id, envId: world.envId('staging'), flagKey: needing }
  const prerequisites = [{ flagKey: needed, values: [true] }]
  await world.api.createFlagVersion({
    params,
    body: { version: 2, enabled: true, defaultValue: false, rules: [], prerequisites },
  })
  const assistant = await world.overHttp({ person: yes })
  const refused = await assistant.call('archive_flag', { key: needed, comment: 'Old' })
  expect(refused).toMatchObject({
    isError: true,
    json: { error: { code: 'CONFLICT', message: expect.stringContaining(needing) } },
  })
  expect((await assistant.call('archive_flag', { key: needing, comment: 'Old' })).json).toMatchObject({ changed: true })
  expect((await assistant.call('archive_flag', { key: needing, comment: 'Old' })).json).toMatchObject({
    changed: false,
  })
})

/** Uploads references, like a scan of the main branch. */
const upload = (references: { flagKey: string; path: string; line: number }[], fields: object = {}) => {
  const scanned = { repository: 'acme/shop', branch: 'main', commit: 'c0ffee', at: '2026-01-31T12:00:00Z' }
  const params = { projectId: world.project.id }
  return world.api.updateCodeReferences({ params, body: { ...scanned, default: true, references, ...fields } })
}

test('a flag is found in code, and is not archived as long as it is there', async () => {
  const key = await world.newFlag()
  const assistant = await world.overHttp({ person: yes })
  const read = async () => (await assistant.call('code_references', { key })).json
  expect(await read()).toEqual({ key, items: [] })
  await upload([1, 2, 3, 4, 5, 6].map((line) => ({ flagKey: key, path: 'src/shop.ts', line })))
  await upload([{ flagKey: key, path: 'src/draft.ts', line: 9 }], { branch: 'draft', default: false })
  const { items } = (await read()) as { items: object[] }
  expect(items).toHaveLength(7)
  expect(items[0]).toEqual({
    ...{ repository: 'acme/shop', branch: 'main', commit: 'c0ffee', path: 'src/shop.ts', line: 1, untrusted: true },
  })
  const refused = await assistant.call('archive_flag', { key, comment: 'Old' })
  expect(refused).toMatchObject({ isError: true, json: { error: { code: 'CONFLICT' } } })
  expect(refused.text).toContain('acme/shop src/shop.ts:5 and 1 more')

  const removed = [{ flagKey: key, commit: 'deadbeef', at: '2026-01-30T12:00:00Z', author: 'Ada' }]
  await upload([], { removed })
  expect(await read()).toMatchObject({
    lastRemoved: { repository: 'acme/shop', commit: 'deadbeef', by: 'Ada', untrusted: true },
    items: [{ branch: 'draft' }],
  })
  expect((await assistant.call('archive_flag', { key, comment: 'Old' })).json).toMatchObject({ changed: true })
})

test('references to a flag come in answers of 4 KB, and all of them by the cursor', async () => {
  const key = await world.newFlag()
  const paths = Array.from({ length: 45 }, (_, at) => `${'deep/'.repeat(at % 2 ? 100 : 2)}file-${at}.ts`)
  await upload(paths.map((path) => ({ flagKey: key, path, line: 1 })))
  const assistant = await world.overHttp()
  const found: string[] = []
  for (let cursor: unknown; found.length === 0 || cursor !== undefined; ) {
    const { text, json } = await assistant.call('code_references', { key, ...(cursor === undefined ? {} : { cursor }) })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
    found.push(...(json.items as { path: string }[]).map(({ path }) => path))
    cursor = json.nextCursor
  }
  expect(found).toEqual(paths.sort())
  await upload([])
})

test('a failure is a result with the words of the API', async () => {
  const assistant = await world.overHttp({ person: yes })
  expect(await assistant.call('get_flag', { key: 'nothing', environment: 'staging' })).toMatchObject({
    isError: true,
    json: { error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such flag.' } },
  })
  expect((await assistant.call('get_flag', { key: 'nothing', environment: 'stagin' })).json).toMatchObject({
    error: { message: 'There is no environment "stagin". There are: development, staging, production.' },
  })
  expect(
    (await assistant.call('change_flag', { key: 'a', environment: 'staging', comment: '', rolout: 5 })).json,
  ).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      details: expect.arrayContaining([expect.objectContaining({ path: 'comment' })]),
    },
  })
})
