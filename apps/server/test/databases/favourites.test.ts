import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const favourites = `${org.base}/favourites`

const newPerson = async () => {
  const person = await server.newMember(org, 'viewer')
  return { ...person, list: async () => (await person.get(favourites)).body.items as string[] }
}

test('everybody has favourites of their own, viewers too, until they take them back', async () => {
  const [ada, ben] = [await newPerson(), await newPerson()]
  const flags = [await org.createFlag(), await org.createFlag()]
  const keys = flags.map(({ key }) => key)
  for (const flagKey of keys.toReversed()) {
    expect(await ada.put(`${favourites}/${flagKey}`, undefined)).toMatchObject({
      status: 200,
      body: { flagKey, favourite: true },
    })
  }
  expect(await ada.list()).toEqual(keys)
  expect(await ben.list()).toEqual([])

  expect(await ada.delete(`${favourites}/${keys[0]}`)).toMatchObject({
    status: 200,
    body: { flagKey: keys[0], favourite: false },
  })
  expect(await ada.list()).toEqual([keys[1]])
  expect((await ada.delete(`${favourites}/${keys[0]}`)).status).toBe(200)
})

test('one that is made twenty times at once is there once', async () => {
  const ada = await newPerson()
  const { key } = await org.createFlag()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ada.put(`${favourites}/${key}`, undefined)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await ada.list()).toEqual([key])
})

test('they are of one project, stay when a flag is archived, and are in no audit log', async () => {
  const ada = await newPerson()
  const { key } = await org.createFlag()
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  const before = (await org.walk(`${org.base}/audit-log`)).length
  await ada.put(`${favourites}/${key}`, undefined)
  expect((await ada.get(`/v1/projects/${other.id}/favourites`)).body).toEqual({ items: [] })
  expect(await org.walk(`${org.base}/audit-log`)).toHaveLength(before)
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  expect(await ada.list()).toEqual([key])
})

test('a key has none, whoever made it', async () => {
  const { key } = await org.createFlag()
  const sent = [org.get(favourites), org.put(`${favourites}/${key}`, undefined), org.delete(`${favourites}/${key}`)]
  for (const { status, body } of await Promise.all(sent)) {
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' })
  }
})
