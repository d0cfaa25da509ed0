import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('flags are found by tag, by owner and by kind, page by page', async () => {
  const here = await server.newOrganization()
  const owner = await server.newMember(here, 'editor')
  const make = async (fields: object) => (await here.createFlag(fields)).key as string
  const comma = await make({ tags: [',', 'a"b'] })
  const two = await make({ tags: ['web', 'ios'], kind: 'operational', ownerId: owner.id })
  const web = await make({ tags: ['web'] })
  await make({ tags: ['website', 'x","web', 'Web'], kind: 'release' })
  await make({})
  const found = async (query: string, limit?: number) =>
    (await here.walk(`${here.base}/flags?${query}`, limit)).map(({ key }) => key)
  expect(await found('tag=web')).toEqual([web, two])
  expect(await found('tag=web', 1)).toEqual([web, two])
  expect(await found('tag=,')).toEqual([comma])
  expect(await found(`tag=${encodeURIComponent('a"b')}`)).toEqual([comma])
  expect(await found('tag=nothing')).toEqual([])
  expect(await found(`ownerId=${owner.id}`)).toEqual([two])
  expect(await found('kind=operational')).toEqual([two])
  expect(await found(`kind=release&ownerId=${owner.id}`)).toEqual([])
  expect(await found(`tag=web&ownerId=${owner.id}&kind=operational&archived=false&search=flag`)).toEqual([two])
  expect(await found('ownerId=user_nobody')).toEqual([])
})
