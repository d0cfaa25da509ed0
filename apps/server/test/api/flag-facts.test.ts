import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const ada = await server.newMember(org, 'viewer')
const flags = `${org.base}/flags`
const pathOf = ({ key }: { key: string }) => `${flags}/${key}`

const facts = {
  tags: ['checkout', 'q3 launch', 'Zahlung “neu”'],
  ownerId: ada.id,
  kind: 'release',
  expectedEnd: '2027-01-31',
}
const names = Object.keys(facts)

test('a flag is made with tags, an owner, a kind and an expected end, and shows them everywhere', async () => {
  const { status, body } = await org.post(flags, { key: 'with-facts', name: 'With facts', type: 'boolean', ...facts })
  expect(status).toBe(201)
  expect(body).toMatchObject(facts)
  expect((await org.get(pathOf(body))).body).toEqual(body)
  expect((await org.walk(flags)).find(({ key }) => key === 'with-facts')).toEqual(body)
  expect((await org.patch(pathOf(body), { name: 'Still' })).body).toMatchObject(facts)
})

test('a flag without them has no field more than the document says, and nulls are none', async () => {
  const none = { tags: [], ownerId: null, kind: null, expectedEnd: null }
  for (const fields of [{}, none]) {
    const flag = await org.createFlag(fields)
    const answers = [flag, (await org.get(pathOf(flag))).body, (await org.patch(pathOf(flag), { name: 'New' })).body]
    for (const answer of answers) expect(names.filter((name) => name in answer)).toEqual([])
  }
})

test('an update changes what it names, keeps the rest, and null or an empty list takes away', async () => {
  const flag = await org.createFlag(facts)
  const { tags: _, ...untagged } = (await org.patch(pathOf(flag), { kind: 'experiment', tags: [] })).body
  expect(untagged).toMatchObject({ ownerId: ada.id, kind: 'experiment', expectedEnd: '2027-01-31' })
  const cleared = await org.patch(pathOf(flag), { ownerId: null, kind: null, expectedEnd: null })
  expect(cleared.status).toBe(200)
  const { body } = await org.get(pathOf(flag))
  expect(names.filter((name) => name in body)).toEqual([])
})

test('a list of a request that is null is as if it were left out', async () => {
  const flag = await org.createFlag({ tags: ['one'] })
  expect((await org.patch(pathOf(flag), { name: 'New', tags: null })).body).toMatchObject({
    name: 'New',
    tags: ['one'],
  })
  expect(await org.patch(pathOf(flag), { name: 'New', tags: null })).toMatchObject({ status: 200 })
  const rules = [{ value: true, distribution: null }]
  const { status, body } = await org.put(org.at(flag.key), config({ rules, prerequisites: null }))
  expect(status).toBe(201)
  expect(body.config).not.toHaveProperty('prerequisites')
  expect(body.config.rules[0]).not.toHaveProperty('distribution')
})

test('the audit log names what changed, and nothing where nothing did', async () => {
  const flag = await org.createFlag({ tags: ['one'] })
  await org.patch(pathOf(flag), { tags: ['one'], kind: null })
  await org.patch(pathOf(flag), { tags: ['one', 'two'], kind: null, ownerId: ada.id })
  const entries = await org.walk(`${org.base}/audit-log?resourceId=${flag.id}`)
  expect(entries.map(({ action, meta }) => [action, meta])).toEqual([
    ['flag.updated', { tags: ['one', 'two'], ownerId: ada.id, owner: 'Ada' }],
    ['flag.created', { key: flag.key, name: flag.name, type: 'boolean' }],
  ])
})

test('the owner is a member of the organization when they become it, and stays when they leave', async () => {
  const admin = await server.newMember(org, 'admin')
  const leaving = await server.newMember(org, 'editor')
  const stranger = await server.newMember(await server.newOrganization(), 'admin')
  const flag = await org.createFlag({ ownerId: leaving.id })
  await admin.delete(`/v1/members/${leaving.id}`)
  expect((await org.patch(pathOf(flag), { name: 'Renamed', ownerId: leaving.id })).body).toMatchObject({
    name: 'Renamed',
    ownerId: leaving.id,
  })

  const other = await org.createFlag()
  for (const ownerId of [leaving.id, stranger.id, 'user_nobody', '', org.id]) {
    const refused = [
      await org.patch(pathOf(other), { ownerId }),
      await org.post(flags, { key: 'refused', name: 'Refused', type: 'boolean', ownerId }),
    ]
    for (const { status, body } of refused) {
      expect(status).toBe(422)
      expect(body.error.details).toEqual([{ path: 'ownerId', message: 'must be a member of the organization' }])
    }
  }
  expect((await org.get(`${flags}/refused`)).status).toBe(404)
})

const bad: [string, object, string][] = [
  ['51 tags', { tags: Array.from({ length: 51 }, (_, at) => `tag-${at}`) }, 'tags'],
  ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, 'tags[0]'],
  ['an empty tag', { tags: [''] }, 'tags[0]'],
  ['a tag of spaces', { tags: ['  '] }, 'tags[0]'],
  ['a tag that ends with a space', { tags: ['web '] }, 'tags[0]'],
  ['a tag twice', { tags: ['web', 'web'] }, 'tags'],
  ['a tag of two lines', { tags: ['a\nb'] }, 'tags[0]'],
  ['a tag with hidden characters', { tags: ['a\u202Eb'] }, 'tags[0]'],
  ['a tag with a null byte', { tags: ['a\0b'] }, 'tags[0]'],
  ['a tag that is no text', { tags: [7] }, 'tags[0]'],
  ['tags that are no list', { tags: 'web' }, 'tags'],
  ['a kind that there is not', { kind: 'toggle' }, 'kind'],
  ['an end that is no day', { expectedEnd: '2027-02-30' }, 'expectedEnd'],
  ['an end with a time', { expectedEnd: '2027-01-31T00:00:00Z' }, 'expectedEnd'],
  ['an owner that is no text', { ownerId: 7 }, 'ownerId'],
]
const steady = await org.createFlag()
for (const [what, fields, path] of bad) {
  test(`${what} is refused, and nothing is changed`, async () => {
    const { status, body } = await org.patch(pathOf(steady), { name: 'Changed', ...fields })
    expect(status).toBe(422)
    expect(new Set(body.error.details.map((detail: { path: string }) => detail.path))).toEqual(new Set([path]))
    expect((await org.get(pathOf(steady))).body).toEqual(steady)
  })
}

test('50 tags of 50 characters are taken', async () => {
  const tags = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(50, '…'))
  expect((await org.createFlag({ tags })).tags).toEqual(tags)
})

for (const query of ['kind=toggle', `tag=${'x'.repeat(51)}`, 'tag=%00', 'ownerId=%00']) {
  test(`a list of flags by ${query.slice(0, 20)} is refused`, async () => {
    expect((await org.get(`${flags}?${query}`)).status).toBe(422)
  })
}

test('a bundle has nothing of it', async () => {
  const flag = await org.createFlag(facts)
  await org.put(org.at(flag.key), config())
  const { body } = await deliveryClient(server.deliveryUrl, org.key).bundle()
  expect(Object.keys(body.flags[flag.key]).sort()).toEqual(['clientSafe', 'config', 'id', 'type'])
  expect(JSON.stringify(body)).not.toMatch(/q3 launch|ownerId|expectedEnd/)
})
