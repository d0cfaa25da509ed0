import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, inSegment, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

type Answer = Awaited<ReturnType<TestOrganization['put']>>
const refusal = ({ status, body }: Answer) => [status, body.error.details ?? body.error.code]

const manyNames = (rules: number) =>
  Array.from({ length: rules }, (_, rule) => ({
    value: true,
    conditions: Array.from({ length: 40 }, (_, condition) =>
      inSegment(Array.from({ length: 15 }, (_, at) => `s${rule}.${condition}.${at}`)),
    ),
  }))

test('thousands of names that are not there are refused as well, and a hundred of them told', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { status, body } = await org.put(org.at(flag.key), config({ rules: manyNames(10) }))
  expect(status).toBe(422)
  expect(body.error.details).toHaveLength(100)
  const tooMany = await org.put(org.at(flag.key), config({ rules: manyNames(30) }))
  expect(refusal(tooMany)).toEqual([422, [{ path: 'rules', message: expect.stringContaining('cost too much') }]])
})
