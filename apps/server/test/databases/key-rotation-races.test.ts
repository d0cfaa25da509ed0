import { expect, test, vi } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const pathOf = (org: TestOrganization) => `${org.base}/environments/${org.environmentId('development')}/api-keys`
const rotate = (org: TestOrganization, { id }: Json, body?: object, as?: string) =>
  org.post(`${pathOf(org)}/${id}/rotate`, body, as)
/** The status that each of the two APIs answers for a secret. */
const answered = async (org: TestOrganization, secret: string): Promise<number[]> => [
  (await org.get('/v1/projects', secret)).status,
  (await deliveryClient(server.deliveryUrl, secret).evaluate('x')).status,
]
const works = [200, 200]
const isRefused = [401, 401]
const soon = (org: TestOrganization, secret: string, expected: number[]) =>
  vi.waitFor(async () => expect(await answered(org, secret)).toEqual(expected))

test('of many rotations at once each gives a secret, and only the last is the key’s own', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(org, key)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  for (const { body } of answers) expect(await answered(org, body.key)).toEqual(works)
  await rotate(org, key, { overlapSeconds: 0 })
  for (const { body } of answers) await soon(org, body.key, isRefused)
})
