import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { ListGone, readList } from '../../src/store/lists/read-list.ts'
import type { ListVersion } from '../../src/store/tables/list-versions.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()

const lines = (count: number, from = 0, word = 'user') =>
  Array.from({ length: count }, (_, at) => `${word}-${from + at}`).join('\n')

const newSegment = async (fields: object = {}) => {
  const { key } = await org.createSegment({ large: true, ...fields })
  const path = `${org.segmentAt(key)}/ids`
  return {
    key,
    path,
    send: async (op: string, ids: string, headers = {}) => (await org.upload(`${path}?op=${op}`, ids, headers)).body,
    contains: async (id: string) => (await org.post(`${path}/contains`, { id })).body.contains,
    exported: async () => {
      const { body } = await org.get(path)
      const ids = body.split('\n').filter((line: string) => line !== '')
      return ids.map((line: string) => JSON.parse(line)).sort()
    },
    versions: () => org.walk(`${path}/versions`),
  }
}

test('ids are added, removed and replaced, and each upload says what it changed', async () => {
  const { key, send, contains } = await newSegment()
  expect(await send('add', 'ada\nbob\nada\n')).toEqual({ version: 1, size: 2, added: 2, removed: 0, unchanged: 1 })
  expect(await send('add', 'bob\ncleo')).toEqual({ version: 2, size: 3, added: 1, removed: 0, unchanged: 1 })
  expect(await send('remove', 'ada\nnobody')).toEqual({ version: 3, size: 2, added: 0, removed: 1, unchanged: 1 })
  expect(await send('replace', 'cleo\ndan')).toEqual({ version: 4, size: 2, added: 1, removed: 1, unchanged: 1 })
  expect(await Promise.all(['ada', 'bob', 'cleo', 'dan'].map(contains))).toEqual([false, false, true, true])
  const { body } = await org.get(`${org.base}/segments/${key}`)
  expect(body).toMatchObject({ large: true, keepIds: false })
  expect(body.versions[org.environmentId('development')]).toEqual({
    id: expect.stringMatching(/^segv_/),
    version: 4,
    size: 2,
    createdAt: expect.any(String),
  })
  expect((await org.get(`${org.base}/segments`)).body.items[0].versions).toMatchObject({
    [org.environmentId('development')]: { version: 4, size: 2 },
  })
})

test('a change of nothing makes no version, and an empty replace empties the list', async () => {
  const { send, versions } = await newSegment()
  expect(await send('remove', 'ada')).toEqual({ version: 0, size: 0, added: 0, removed: 0, unchanged: 1 })
  await send('add', 'ada')
  expect(await send('add', 'ada\nada')).toEqual({ version: 1, size: 1, added: 0, removed: 0, unchanged: 2 })
  expect(await send('add', '')).toEqual({ version: 1, size: 1, added: 0, removed: 0, unchanged: 0 })
  expect(await send('replace', '')).toEqual({ version: 2, size: 0, added: 0, removed: 1, unchanged: 0 })
  expect((await versions()).map(({ version, size, added, removed }) => [version, size, added, removed])).toEqual([
    [2, 0, 0, 1],
    [1, 1, 1, 0],
  ])
})

test('a preview counts, and changes nothing', async () => {
  const { send, versions, path } = await newSegment()
  await send('add', 'ada')
  const { body } = await org.upload(`${path}?op=replace&dryRun=true`, 'bob\ncleo')
  expect(body).toEqual({ version: 1, size: 2, added: 2, removed: 1, unchanged: 0 })
  expect(await versions()).toHaveLength(1)
})

test('a list of many parts is what its uploads made of it, over changes small and large', async () => {
  const { send, contains, exported, path } = await newSegment({ keepIds: true })
  const expected = new Set<string>()
  const apply = async (op: 'add' | 'remove' | 'replace', ids: string) => {
    const given = new Set(ids.split('\n'))
    const before = new Set(expected)
    if (op === 'replace') expected.clear()
    for (const id of given) op === 'remove' ? expected.delete(id) : expected.add(id)
    const { size, added, removed } = await send(op, ids)
    expect({ size, added, removed }).toEqual({
      size: expected.size,
      added: expected.difference(before).size,
      removed: before.difference(expected).size,
    })
  }
  await apply('add', lines(100_000))
  // Each far less than a tenth: they are kept as changes to the whole.
  await apply('add', lines(500, 99_900))
  await apply('remove', lines(300, 50))
  await apply('add', lines(200, 100))
  await apply('remove', lines(10, 100_450))
  expect(await exported()).toEqual([...expected].sort())
  expect(await Promise.all(['user-49', 'user-60', 'user-120', 'user-100455', 'user-99999'].map(contains))).toEqual(
    ['user-49', 'user-60', 'user-120', 'user-100455', 'user-99999'].map((id) => expected.has(id)),
  )
  // Most of it: it is written anew.
  await apply('replace', lines(70_000, 60_000))
  await apply('add', 'one more')
  expect(await exported()).toEqual([...expected].sort())
  expect((await org.upload(`${path}?op=replace&dryRun=true`, [...expected].join('\n'))).body).toMatchObject({
    added: 0,
    removed: 0,
    unchanged: expected.size,
  })
})

test('a list without ids has the hashes of all its ids, after each of many changes', async () => {
  const { key, send } = await newSegment()
  const { id: segmentId } = (await org.get(`${org.base}/segments/${key}`)).body
  const environmentId = org.environmentId('development') as `env_${string}`
  const expected = new Set<string>()
  const apply = async (op: 'add' | 'remove', ids: string) => {
    for (const id of ids.split('\n')) op === 'remove' ? expected.delete(id) : expected.add(id)
    await send(op, ids)
    const latest = await server.deps.store.listVersions.latest({ segmentId, environmentId })
    const { sha256, salt, size } = latest?.large ?? { sha256: '', salt: '', size: 0 }
    expect({ sha256, size }).toEqual({ sha256: sha256Of(expected, salt), size: expected.size })
  }
  await apply('add', lines(70_000))
  // A few, far apart: runs between them are passed on as they are.
  await apply('add', lines(20, 70_000))
  await apply('remove', lines(15, 30_000))
  await apply('add', 'one more')
  // Many, close to each other, and some of them known.
  await apply('add', lines(3_000, 69_500))
  await apply('remove', lines(2_000, 10))
  await apply('add', lines(1_000, 500))
})

const hashes = new Map<string, string>()
const hashOf = (salt: string, id: string): string => {
  const known = hashes.get(salt + id)
  const made = known ?? hash('sha256', Buffer.concat([Buffer.from(salt, 'base64url'), Buffer.from(id)])).slice(0, 16)
  hashes.set(salt + id, made)
  return made
}

/** The SHA-256 over the hashes of ids, as the document has it. */
const sha256Of = (ids: ReadonlySet<string>, salt: string): string => {
  const sorted = [...ids].map((id) => hashOf(salt, id)).sort()
  return hash('sha256', Buffer.from(sorted.join(''), 'hex'))
}

test('after sixty-four small changes the whole is written anew, and only what the last two versions need is kept', async () => {
  const { key, send } = await newSegment()
  await send('add', lines(40_000))
  for (let at = 0; at < 66; at++) await send('add', `more-${at}`)
  await vi.waitFor(async () => expect(await wholeVersionsOf(key)).toEqual([65]))
})

/** The versions of a segment's lists whose parts are whole. */
const wholeVersionsOf = async (key: string): Promise<number[]> => {
  const rows = await server.execute(
    `select distinct version.version from list_parts
      join segment_versions as version on version.id = owner_id
      join segments on segments.id = segment_id
      where key = '${key}' and kind = 'whole' order by version.version`,
  )
  return rows.map((row) => Number((row as { version: number }).version))
}

const partsOf = (ownerId: string) => server.execute(`select * from list_parts where owner_id = '${ownerId}'`)

test('a large upload is there all at once, and what came before it goes when nobody can ask for it', async () => {
  const { key, send, contains } = await newSegment()
  for (let at = 0; at < 3; at++) await send('replace', lines(200_000, 200_000 * at))
  expect(await contains('user-1')).toBe(false)
  expect(await contains('user-400001')).toBe(true)
  await vi.waitFor(async () => expect(await wholeVersionsOf(key)).toEqual([2, 3]))
})

test('a version that is deleted while it is exported breaks off, and is not taken for a shorter one', async () => {
  const { key, send, path } = await newSegment({ keepIds: true })
  await send('replace', lines(200_000))
  const { body } = await server.fetch(path, { headers: { authorization: `Bearer ${org.key}` } })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  expect((await reader.read()).done).toBe(false)
  for (let at = 1; at < 3; at++) await send('replace', lines(200_000, 200_000 * at))
  await vi.waitFor(async () => expect(await wholeVersionsOf(key)).toEqual([2, 3]))
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow()
})

test('a list whose parts go while several are read is gone, and not a shorter one', async () => {
  const { key, send } = await newSegment()
  const { id: segmentId } = (await org.get(`${org.base}/segments/${key}`)).body
  const environmentId = org.environmentId('development') as `env_${string}`
  const { store } = server.deps
  // More parts than are read ahead.
  await send('replace', lines(450_000))
  const latest = (await store.listVersions.latest({ segmentId, environmentId })) as ListVersion
  const begun = [readList(store, latest), readList(store, latest)] as const
  for (const sets of begun) expect((await sets.next()).done).toBe(false)
  const rest = async (sets: AsyncIterable<unknown>) => {
    for await (const _ of sets);
  }
  await rest(begun[0])
  for (let at = 1; at < 3; at++) await send('replace', lines(1_000, 1_000 * at))
  await vi.waitFor(async () => expect(await wholeVersionsOf(key)).toEqual([2, 3]))
  await expect(rest(begun[1])).rejects.toThrow(ListGone)
})

test('parts whose writer died are deleted when their time is over', async () => {
  const { store } = server.deps
  const owner = { ownerId: 'sver_of-nobody', kind: 'whole' } as const
  const part = { first: '00', last: 'ff', hashes: new Uint8Array(8), ids: null }
  for (let seq = 0; seq < 9; seq++) await store.listParts.insert(owner, { seq, ...part })
  await store.due.set({ kind: 'listParts', subject: owner.ownerId }, 1)
  await vi.waitFor(async () => expect(await partsOf(owner.ownerId)).toEqual([]))
})

test('a part is read as it was written, whatever its bytes are, alone and with others, and in a transaction', async () => {
  const { store } = server.deps
  const owner = { ownerId: 'segv_of-bytes', kind: 'whole' } as const
  const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256)
  const contents = [0, 8, 65_536, 262_144, 300_001].flatMap((length) => [
    { hashes: bytes(length), ids: null },
    { hashes: bytes(length), ids: bytes(length + 1) },
  ])
  for (const [seq, content] of contents.entries()) {
    await store.listParts.insert(owner, { seq, first: '00', last: 'ff', ...content })
  }
  type Parts = Awaited<ReturnType<typeof store.listParts.read>>
  const plain = (parts: Parts) =>
    parts.map(({ hashes, ids }) => ({ hashes: Uint8Array.from(hashes), ids: ids && Uint8Array.from(ids) }))
  const read = async (from: number, limit: number, { listParts }: Pick<typeof store, 'listParts'> = store) =>
    plain(await listParts.read(owner, from, limit))
  expect(await Promise.all(contents.map((_, seq) => read(seq, 1)))).toEqual(contents.map((content) => [content]))
  for (const [seq, content] of contents.entries()) {
    expect(await store.transaction((tx) => read(seq, 1, tx))).toEqual([content])
  }
  expect(await read(2, 4)).toEqual(contents.slice(2, 6))
  expect(await store.transaction((tx) => Promise.all([read(0, 4, tx), read(4, 4, tx)]))).toEqual([
    contents.slice(0, 4),
    contents.slice(4, 8),
  ])
  expect(await read(contents.length - 1, 4)).toEqual(contents.slice(-1))
  expect(await read(contents.length, 4)).toEqual([])
  expect(await store.listParts.read({ ...owner, kind: 'added' }, 0, 4)).toEqual([])
  await server.execute(`delete from list_parts where owner_id = '${owner.ownerId}' and seq in (4, 5)`)
  expect(await read(2, 4)).toEqual(contents.slice(2, 4))
  expect(await read(4, 4)).toEqual([])
})

test('the version that an upload is for is held to it', async () => {
  const { send, path } = await newSegment()
  expect(await send('add', 'ada', { 'if-match': '"0"' })).toMatchObject({ version: 1 })
  expect(await send('add', 'bob', { 'if-match': '"1"' })).toMatchObject({ version: 2 })
  const answer = await org.upload(`${path}?op=add`, 'cleo', { 'if-match': '"1"' })
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'VERSION_CONFLICT' } } })
  const odd = await org.upload(`${path}?op=add`, 'cleo', { 'if-match': 'W/"2"' })
  expect(odd).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } })
})

test('two uploads at once both hold', async () => {
  const { send, contains, versions } = await newSegment()
  const uploads = Array.from({ length: 8 }, (_, at) => send('add', lines(1_000, 1_000 * at)))
  expect((await Promise.all(uploads)).map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await contains('user-0')).toBe(true)
  expect(await contains('user-7999')).toBe(true)
  expect((await versions())[0]).toMatchObject({ version: 8, size: 8_000 })
})

test('csv by its first column or by a name, lines of JSON, and gzip', async () => {
  const { send, exported, path } = await newSegment({ keepIds: true })
  const csv = { 'content-type': 'text/csv; charset=utf-8' }
  await send('add', 'ada,1\r\n"bob ""b"" baker",2\r\n"two\nlines",3\r\n', csv)
  await org.upload(`${path}?op=add&column=email`, '\uFEFFid,email\n1,cleo@x.org\n2,"dan,@x.org"\n', csv)
  await send('add', '"eve"\n"f\\u00e9"\n', { 'content-type': 'application/x-ndjson' })
  await org.upload(`${path}?op=add`, gzipSync('gus\nhal'), { 'content-encoding': 'gzip' })
  expect(await exported()).toEqual(
    ['ada', 'bob "b" baker', 'two\nlines', 'cleo@x.org', 'dan,@x.org', 'eve', 'fé', 'gus', 'hal'].sort(),
  )
})

test('the audit log has how many, and never which', async () => {
  const { key, send } = await newSegment()
  await send('add', 'ada\nbob')
  const [entry] = await org.walk(`${org.base}/audit-log`)
  expect(entry).toMatchObject({ action: 'segment.ids.changed', resourceType: 'segment_version' })
  expect(entry.meta).toEqual({
    segmentKey: key,
    envId: org.environmentId('development'),
    environmentId: org.environmentId('development'),
    version: 1,
    added: 2,
    removed: 0,
  })
})

test('a bundle names the list, with the hash over all its hashes', async () => {
  const { key, send } = await newSegment()
  await send('add', 'ada\nbob')
  const flag = await org.createFlag()
  expect((await org.put(org.at(flag.key), config({ rules: [ruleIn(key, { value: true })] }))).status).toBe(201)
  const bundle = await server.deps.store.publications.readEnvironments([
    org.environmentId('development') as `env_${string}`,
  ])
  const [segment] = [...bundle.values()][0]?.segments ?? []
  const large = JSON.parse(segment?.config ?? '')
  const sha256 = sha256Of(new Set(['ada', 'bob']), large.salt)
  expect(large).toEqual({ list: expect.stringMatching(/^list_/), version: 1, size: 2, salt: large.salt, sha256 })
})

test('explanations and answers ask the list', async () => {
  const { key, send } = await newSegment()
  await send('add', 'ada')
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(key, { value: true })] }))
  const explain = async (path: string, userId: string) =>
    (await org.post(`${path}/explain`, { context: { userId } })).body
  expect((await explain(org.at(flag.key), 'ada')).result).toMatchObject({ value: true })
  expect((await explain(org.at(flag.key), 'eve')).result).toEqual({ value: false, reason: 'DEFAULT' })
  expect(await explain(org.segmentAt(key), 'ada')).toEqual({ in: true, because: 'included', rules: [], version: 1 })
  expect(await explain(org.segmentAt(key), 'eve')).toMatchObject({ in: false, because: 'none' })
  const answers = async (userId: string) => {
    const { body } = await org.post(`${org.base}/answers`, { context: { userId } })
    const found = body.items.find(({ flagKey }: { flagKey: string }) => flagKey === flag.key)
    return found.answers[org.environmentId('development')]
  }
  expect(await answers('ada')).toMatchObject({ value: true })
  expect(await answers('eve')).toMatchObject({ value: false, reason: 'DEFAULT' })
})

test('a protected environment takes uploads by proposals, which somebody else approves', async () => {
  const { key } = await org.createSegment({ large: true })
  await org.upload(`${org.segmentAt(key, 'staging')}/ids?op=add`, 'ada\nbob')
  await org.protect('staging')
  const path = `${org.segmentAt(key, 'staging')}/ids`
  expect(await org.upload(`${path}?op=add`, 'cleo')).toMatchObject({
    status: 403,
    body: { error: { code: 'PROTECTED_ENVIRONMENT' } },
  })
  expect((await org.upload(`${path}?op=add&dryRun=true`, 'cleo')).body).toMatchObject({ added: 1 })
  const { status, body: proposal } = await org.upload(`${path}?op=add&propose=true`, 'bob\ncleo\ndan')
  expect(status).toBe(202)
  const change = { op: 'add', added: 2, removed: 0, unchanged: 1 }
  expect(proposal).toMatchObject({ kind: 'segmentIds', status: 'pending', change, proposedConfig: null, flagId: null })
  expect((await org.upload(`${path}?op=add&propose=true`, 'eve')).body.error.code).toBe('PROPOSAL_ALREADY_PENDING')
  const approve = `/v1/proposals/${proposal.id}/approve`
  expect((await org.post(approve, {})).body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')

  const reviewer = await server.newMember(org, 'admin')
  expect((await reviewer.post(approve, {})).status).toBe(200)
  const [latest] = await org.walk(`${path}/versions`)
  expect(latest).toMatchObject({
    version: 2,
    size: 4,
    added: 2,
    removed: 0,
    proposalId: proposal.id,
    createdBy: proposal.createdBy,
  })
  const [entry] = await org.walk(`${org.base}/audit-log`)
  expect(entry).toMatchObject({
    action: 'segment.proposal.approved',
    meta: { segmentKey: key, version: 2, change: { added: 2, unchanged: 1 } },
  })
  await vi.waitFor(async () => expect(await partsOf(proposal.id)).toEqual([]))
})

test('of a proposal that is rejected nothing is kept', async () => {
  const { key } = await org.createSegment({ large: true })
  await org.protect('staging')
  const { body } = await org.upload(`${org.segmentAt(key, 'staging')}/ids?op=add&propose=true`, 'ada')
  expect(await partsOf(body.id)).toHaveLength(1)
  expect((await org.post(`/v1/proposals/${body.id}/reject`, {})).status).toBe(200)
  await vi.waitFor(async () => expect(await partsOf(body.id)).toEqual([]))
})

test('a new environment that copies another has its lists, as they are then', async () => {
  const { key, send } = await newSegment({ keepIds: true })
  await send('add', lines(40_000))
  await send('add', 'ada')
  const { body } = await org.post(`${org.base}/environments`, {
    name: `Copy of ${key}`,
    slug: key,
    copyFrom: org.environmentId('development'),
  })
  const path = `${org.base}/environments/${body.id}/segments/${key}/ids`
  expect((await org.walk(`${path}/versions`))[0]).toMatchObject({ version: 1, size: 40_001 })
  expect((await org.post(`${path}/contains`, { id: 'ada' })).body).toEqual({ contains: true, version: 1 })
  // The original moves on, and needs nothing of what it was copied from.
  for (const at of [1, 2, 3]) await send('replace', lines(40_000, 40_000 * at))
  await vi.waitFor(async () => expect(await wholeVersionsOf(key)).toEqual([1, 4, 5]))
  expect((await org.post(`${path}/contains`, { id: 'ada' })).body.contains).toBe(true)
  expect((await org.upload(`${path}?op=remove`, 'ada')).body).toMatchObject({ version: 2, removed: 1 })
})

test('promoting a large segment fails, and says how its ids get there', async () => {
  const { key, send } = await newSegment()
  await send('add', 'ada')
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(key, { value: true })] }))
  const [from, to] = ['development', 'production'].map(org.environmentId)
  const { body } = await org.post(`${org.base}/promotions`, { from, to, flags: [flag.key] })
  expect(body.items.find(({ segmentKey }: { segmentKey?: string }) => segmentKey === key)).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining(`/segments/${key}/ids`),
  })
})
