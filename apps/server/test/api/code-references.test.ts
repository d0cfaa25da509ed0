import { expect, test } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { at, namedAt, reference, upload } from './support/code-references.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const flag = await org.createFlag()
const path = `${org.base}/code-references`
const pattern = 'https://code.example/acme/shop/blob/{commit}/{path}#L{line}'

test('an upload is one entry of the audit log, with counts and without places', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await upload(org, [reference(key), reference('nobody'), reference('nobody', { line: 2 })])
  const [entry, ...others] = await org.walk(`${org.base}/audit-log?action=code_references.updated`)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ resourceType: 'code_references', resourceId: org.project.id })
  expect(entry.meta).toEqual({
    ...{ repository: 'acme/shop', branch: 'main', commit: 'c0ffee1' },
    ...{ flags: 1, references: 1, unknown: 1 },
  })
})

test('an archived flag is one that there is', async () => {
  const { key } = await org.createFlag()
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  expect((await upload(org, [reference(key)])).body).toEqual({ flags: 1, references: 1, unknown: 0 })
})

test('uploading is for those who may edit, and reading for those who may read', async () => {
  const { key: reading } = await org.createKey({ scopes: ['read'] })
  const { key: editing } = await org.createKey({ scopes: ['edit'] })
  const body = { repository: 'acme/scopes', branch: 'main', commit: 'a', at: at(0), references: [] }
  expect((await org.put(path, body, reading)).status).toBe(403)
  expect((await org.put(path, body, editing)).status).toBe(200)
  expect((await org.get(path, reading)).status).toBe(200)
  expect((await org.get(path, editing)).status).toBe(403)
})

test('a flag of another project of the organization is unknown', async () => {
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  const body = { repository: 'acme/shop', branch: 'main', commit: 'a', at: at(0), references: [reference(flag.key)] }
  const { body: taken } = await org.put(`/v1/projects/${other.id}/code-references`, body)
  expect(taken).toEqual({ flags: 0, references: 0, unknown: 1 })
})

const addresses: [string, string, string, string][] = [
  ['src/shop.ts', 'c0ffee', pattern, 'https://code.example/acme/shop/blob/c0ffee/src/shop.ts#L7'],
  ['a b/ü#?.ts', 'x/y', pattern, 'https://code.example/acme/shop/blob/x%2Fy/a%20b/%C3%BC%23%3F.ts#L7'],
  ['%2e%2e/{line}', 'c', pattern, 'https://code.example/acme/shop/blob/c/%252e%252e/%7Bline%7D#L7'],
  ['a&b=c', 'c', 'http://[::1]:8080/view?file={path}&line={line}', 'http://[::1]:8080/view?file=a%26b%3Dc&line=7'],
  ['$&', 'c', 'https://code.example/{path}', 'https://code.example/%24%26'],
]
for (const [file, commit, url, address] of addresses) {
  test(`${file} of ${commit} is at ${address}`, async () => {
    await upload(org, [reference(flag.key, { path: file, line: 7 })], { commit, url })
    expect(await namedAt(org, flag.key)).toEqual([
      { repository: 'acme/shop', branch: 'main', commit, path: file, line: 7, url: address },
    ])
  })
}

const hidden = 'src/\u202Egnp.ts'
const many = (length: number, of: (at: number) => object) => Array.from({ length }, (_, at) => of(at))
const bad: [string, object, string][] = [
  ['a repository without a name', { repository: '' }, 'repository'],
  ['a repository of 201 characters', { repository: 'x'.repeat(201) }, 'repository'],
  ['a branch of 201 characters', { branch: 'x'.repeat(201) }, 'branch'],
  ['a hidden character in a branch', { branch: 'ma\u200Bin' }, 'branch'],
  ['a commit of 201 characters', { commit: 'x'.repeat(201) }, 'commit'],
  ['a commit that is a step up', { commit: '..' }, 'commit'],
  ['a commit with a space', { commit: 'a b' }, 'commit'],
  ['a day without a time', { at: '2026-01-31' }, 'at'],
  ['a time that is none', { at: 'now' }, 'at'],
  ['a commit of tomorrow', { at: new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString() }, 'at'],
  ['an address of another kind', { url: 'javascript:alert(1)//{path}' }, 'url'],
  ['an address of files', { url: 'file:///etc/{path}' }, 'url'],
  ['an address without a path', { url: 'https://code.example/{commit}' }, 'url'],
  ['a host that the path makes up', { url: 'https://{path}/x' }, 'url'],
  ['a host that the path goes on with', { url: 'https://code.example{path}' }, 'url'],
  ['a password in an address', { url: 'https://ada:secret@code.example/{path}' }, 'url'],
  ['an unknown place in an address', { url: 'https://code.example/{path}/{user}' }, 'url'],
  ['an address with a space', { url: 'https://code.example/a b/{path}' }, 'url'],
  ['an address of 2,049 characters', { url: `https://code.example/{path}?${'x'.repeat(2_021)}` }, 'url'],
  ['a path without a name', { references: [reference('a', { path: '' })] }, 'references[0].path'],
  ['a path from the root', { references: [reference('a', { path: '/etc/passwd' })] }, 'references[0].path'],
  ['a path out of the repository', { references: [reference('a', { path: 'a/../../b' })] }, 'references[0].path'],
  ['a path of 513 characters', { references: [reference('a', { path: 'x'.repeat(513) })] }, 'references[0].path'],
  ['a path that shows another way', { references: [reference('a', { path: hidden })] }, 'references[0].path'],
  ['line 0', { references: [reference('a', { line: 0 })] }, 'references[0].line'],
  ['half a line', { references: [reference('a', { line: 1.5 })] }, 'references[0].line'],
  [
    'a line of code of 501 characters',
    { references: [reference('a', { text: 'x'.repeat(501) })] },
    'references[0].text',
  ],
  ['a flag without a key', { references: [reference('')] }, 'references[0].flagKey'],
  ['501 references to a flag', { references: many(501, (at) => reference('a', { line: at + 1 })) }, 'references'],
  [
    '10,001 references',
    { references: many(10_001, (at) => ({ flagKey: `f${at}`, path: 'a', line: 1 })) },
    'references',
  ],
  ['a removal without a time', { removed: [{ flagKey: 'a', commit: 'b' }] }, 'removed[0].at'],
  ['1,001 removals', { removed: many(1_001, (n) => ({ flagKey: `f${n}`, commit: 'b', at: at(0) })) }, 'removed'],
  ['no list of references', { references: null }, 'references'],
]
for (const [what, fields, where] of bad) {
  test(`${what} is refused, and nothing is changed`, async () => {
    const before = await org.walk(path)
    const answer = await upload(org, [], { repository: 'acme/refused', ...fields })
    expect(answer.status).toBe(422)
    expect(answer.body.error.details).toMatchObject([{ path: where }])
    expect(await org.walk(path)).toEqual(before)
  })
}

test('the flag that has too many references is named', async () => {
  const { body } = await upload(
    org,
    many(501, (at) => reference('crowded-one', { line: at + 1 })),
  )
  expect(body.error.details[0].message).toBe('must have at most 500 of one flag: crowded-one has more')
})

test('a body over 2 MiB is refused as too large', async () => {
  const text = 'x'.repeat(500)
  const references = many(4_500, (at) => reference(`flag-${at}`, { text }))
  expect(await upload(org, references)).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } })
})

test('lines of code are kept only where the project says so, and are gone when it no longer does', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  const send = () =>
    upload(org, [reference(key, { text: '\tif (on("a\u202Eb")) {' }), reference(key, { line: 2, alias: 'KEY' })])
  const lines = async () => (await namedAt(org, key)).map(({ text, alias }) => [text, alias])
  const without = [
    [undefined, undefined],
    [undefined, 'KEY'],
  ]
  expect((await org.get(org.base)).body).not.toHaveProperty('codeLines')
  await send()
  expect(await lines()).toEqual(without)

  expect((await org.patch(org.base, { codeLines: true })).body).toMatchObject({ codeLines: true })
  expect(await lines()).toEqual(without)
  await send()
  expect(await lines()).toEqual([
    [' if (on("ab")) {', undefined],
    [undefined, 'KEY'],
  ])

  expect((await org.patch(org.base, { codeLines: false })).body).not.toHaveProperty('codeLines')
  expect(await lines()).toEqual(without)
  await org.patch(org.base, { codeLines: true })
  expect(await lines()).toEqual(without)
  const entries = await org.walk(`${org.base}/audit-log?action=project.updated`)
  expect(entries.map(({ meta }) => meta)).toEqual([{ codeLines: true }, { codeLines: false }, { codeLines: true }])
})

test('an upload counts as several requests, by how much is in it', async () => {
  const management = openRateLimiter({ rate: 1, burst: 100 }, () => 0)
  const limited = await startTestServer({ limiters: { management } })
  const org = await limited.newOrganization()
  const references = many(10_000, (at) => reference(`flag-${at}`))
  expect((await upload(org, references)).status).toBe(200)
  expect((await upload(org, [])).status).toBe(200)
  expect(await upload(org, references)).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
})
