import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

const orderOf = (org: Awaited<ReturnType<typeof server.newOrganization>>, ...slugs: string[]) =>
  slugs.map((slug) => org.environmentId(slug))

test('an order that is set while environments are made names each once, and loses none of them', async () => {
  const org = await server.newOrganization()
  const environmentOrder = orderOf(org, 'staging', 'development')
  const answers = await Promise.all([
    ...['a', 'b', 'c'].map((slug) => org.post(`${org.base}/environments`, { name: slug, slug })),
    ...Array.from({ length: 5 }, (_, at) => org.patch(org.base, { environmentOrder: at % 2 ? [] : environmentOrder })),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 200, 200, 200])
  await org.patch(org.base, { environmentOrder })
  expect((await org.get(org.base)).body.environmentOrder).toEqual(environmentOrder)
  expect(await org.walk(`${org.base}/environments`)).toHaveLength(6)
})
