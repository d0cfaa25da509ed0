import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const schema = {
  type: 'object',
  properties: { perMinute: { type: 'integer', minimum: 1 } },
  required: ['perMinute'],
  additionalProperties: false,
}
const bad = { perMinute: 1.5 }

const open = async (fields: object = { schema }) => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ type: 'json', ...fields })
  return { org, flag, at: `${org.base}/flags/${flag.key}` }
}
const save = (org: TestOrganization, key: string, defaultValue: unknown, version = 1) =>
  org.put(org.at(key), config({ version, defaultValue }))

test('a config and a schema that do not go together never both win', async () => {
  for (let round = 0; round < 10; round++) {
    const { org, flag, at } = await open({})
    const [saved, changed] = await Promise.all([save(org, flag.key, bad), org.patch(at, { schema })])
    expect([201, 422]).toContain(saved.status)
    expect([200, 409]).toContain(changed.status)
    expect(saved.status === 201 && changed.status === 200).toBe(false)
  }
})
