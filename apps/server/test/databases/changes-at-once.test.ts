import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

test('of changes at once, those that are refused leave nothing and take nothing of the others with them', async () => {
  const flags = await times(20, () => org.createFlag())
  const answers = await times(20, (at) => org.put(org.at(flags[at]?.key ?? ''), config({ version: at % 2 ? 7 : 1 })))
  expect(answers.map(({ status }) => status)).toEqual(flags.map((_, at) => (at % 2 ? 409 : 201)))
  const saved = await times(20, async (at) => (await org.get(`${org.at(flags[at]?.key ?? '')}/versions`)).body.items)
  expect(saved.map((versions) => versions.length)).toEqual(flags.map((_, at) => (at % 2 ? 0 : 1)))
  const { body: entries } = await org.get(`${org.base}/audit-log?resourceType=flag_version&limit=100`)
  expect(entries.items).toHaveLength(10)
})

test('whoever is answered sees what they changed', async () => {
  await times(20, async (at) => {
    const flag = await org.createFlag({ name: `Flag ${at}` })
    await org.patch(`${org.base}/flags/${flag.key}`, { name: `Name ${at}` })
    expect((await org.get(`${org.base}/flags/${flag.key}`)).body.name).toBe(`Name ${at}`)
  })
})
