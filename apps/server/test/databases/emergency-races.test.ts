import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const comment = 'Payments are down'
const urgent = (fields: object = {}) => config({ version: 2, enabled: false, emergency: true, comment, ...fields })
/** A flag with a version in production, which is protected but allows emergency saves by admins. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const path = org.at(flag.key, 'production')
  await org.put(path, config())
  const production = `${org.base}/environments/${org.environmentId('production')}`
  await org.patch(production, { protected: true, emergency: true })
  const ada = await server.newMember(org, 'admin')
  return { org, flag, path, production, ada }
}

test('of two emergency saves of one version one is made', async () => {
  const { org, path, ada } = await open()
  const bob = await server.newMember(org, 'admin')
  const people = Array.from({ length: 10 }, (_, index) => (index % 2 ? ada : bob))
  const answers = await Promise.all(people.map((person) => person.put(path, urgent())))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error?.code === 'VERSION_CONFLICT')).toHaveLength(9)
  expect(await org.walk(`${path}/versions`)).toHaveLength(2)
})

test('one that races with its permission being taken away is saved before that, or not at all', async () => {
  const { org, path, production, ada } = await open()
  const [turned, ...answers] = await Promise.all([
    ada.patch(production, { emergency: false }),
    ...Array.from({ length: 5 }, () => ada.put(path, urgent())),
  ])
  expect(turned.status).toBe(200)
  const entries = (await org.walk(`${org.base}/audit-log`)).toReversed()
  const off = entries.findLastIndex(({ action }) => action === 'environment.updated')
  expect(entries.findLastIndex(({ meta }) => 'comment' in meta)).toBeLessThan(off)
  const saved = answers.filter(({ status }) => status === 201)
  expect(await org.walk(`${path}/versions`)).toHaveLength(1 + saved.length)
})
