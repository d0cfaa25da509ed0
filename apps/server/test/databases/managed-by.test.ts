import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const shop = 'git:acme/shop'

const kinds = [
  { noun: 'flag', list: `${org.base}/flags`, fields: { type: 'boolean' } },
  { noun: 'segment', list: `${org.base}/segments`, fields: {} },
] as const

for (const { noun, list, fields } of kinds) {
  const create = async (key: string, more: object = {}) => {
    const { status, body } = await org.post(list, { key, name: key, ...fields, ...more })
    expect(status).toBe(201)
    return body
  }
  const entriesOf = async (id: string) =>
    (await org.walk(`${org.base}/audit-log?resourceId=${id}`)).map(({ action, meta }) => [action, meta])

  test(`a ${noun} says what manages it, wherever it is read, until null takes that away`, async () => {
    const made = await create('managed', { managedBy: shop })
    expect(made.managedBy).toBe(shop)
    expect((await org.get(`${list}/managed`)).body).toEqual(made)
    expect((await org.walk(list)).find(({ key }) => key === 'managed')).toMatchObject({ managedBy: shop })
    expect((await org.patch(`${list}/managed`, { name: 'Renamed' })).body.managedBy).toBe(shop)
    const moved = await org.patch(`${list}/managed`, { managedBy: 'git:acme/größe 📏' })
    expect(moved.body.managedBy).toBe('git:acme/größe 📏')
    expect((await org.patch(`${list}/managed`, { managedBy: null })).body).not.toHaveProperty('managedBy')
    expect((await org.get(`${list}/managed`)).body).not.toHaveProperty('managedBy')
    const audited = await entriesOf(made.id)
    expect(audited).toMatchObject([
      [`${noun}.updated`, { managedBy: null }],
      [`${noun}.updated`, { managedBy: 'git:acme/größe 📏' }],
      [`${noun}.updated`, { name: 'Renamed' }],
      [`${noun}.created`, { managedBy: shop }],
    ])
  })

  test(`a ${noun} that nothing manages has no such field, and nothing is written where nothing changes`, async () => {
    for (const more of [{}, { managedBy: null }]) {
      const key = `plain-${Object.keys(more).length}`
      const made = await create(key, more)
      const answers = [made, (await org.get(`${list}/${key}`)).body, (await org.patch(`${list}/${key}`, more)).body]
      expect(answers.filter((answer) => 'managedBy' in answer)).toEqual([])
      const [[action, meta] = []] = await entriesOf(made.id)
      expect([action, 'managedBy' in (meta ?? {})]).toEqual([`${noun}.created`, false])
    }
  })

  test.for<[string, unknown]>([
    ['an empty text', ''],
    ['spaces', '  '],
    ['201 characters', 'x'.repeat(201)],
    ['two lines', 'git:a\ngit:b'],
    ['characters that hide', 'git:\u202Eacme'],
    ['no text', 7],
  ])(`as the manager of a ${noun}, %s is refused`, async ([, managedBy]) => {
    const before = await create(`steady-${String(managedBy).length}-${typeof managedBy}-${Number(managedBy) || 0}`)
    const { status, body } = await org.patch(`${list}/${before.key}`, { managedBy })
    expect(status).toBe(422)
    expect(new Set(body.error.details.map(({ path }: { path: string }) => path))).toEqual(new Set(['managedBy']))
    expect((await org.get(`${list}/${before.key}`)).body).toEqual(before)
  })

  test(`200 characters manage a ${noun}`, async () => {
    expect((await create('longest', { managedBy: 'é'.repeat(200) })).managedBy).toBe('é'.repeat(200))
  })
}

test('a bundle has nothing of it', async () => {
  const flag = await org.createFlag({ managedBy: shop })
  await org.put(org.at(flag.key), config())
  const { body } = await deliveryClient(server.deliveryUrl, org.key).bundle()
  expect(Object.keys(body.flags[flag.key]).sort()).toEqual(['clientSafe', 'config', 'id', 'type'])
})
