import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

type Organization = Awaited<ReturnType<TestServer['newOrganization']>>
type List = { path: string; write: () => Promise<unknown> }

/** Every kind of list, each with a function that adds an item. */
const lists: Record<string, (org: Organization) => Promise<List>> = {
  projects: async (org) => {
    let made = 0
    return {
      path: '/v1/projects',
      write: () => org.post('/v1/projects', { name: 'P', slug: `p-${made++}` }),
    }
  },
  environments: async (org) => {
    let made = 0
    return {
      path: `${org.base}/environments`,
      write: () => org.post(`${org.base}/environments`, { name: 'E', slug: `e-${made++}` }),
    }
  },
  flags: async (org) => ({ path: `${org.base}/flags`, write: () => org.createFlag() }),
  'flag versions': async (org) => {
    const flag = await org.createFlag()
    let version = 0
    return {
      path: `${org.at(flag.key)}/versions`,
      write: () => org.put(org.at(flag.key), config({ version: ++version })),
    }
  },
  'API keys': async (org) => ({
    path: `${org.base}/environments/${org.environmentId('development')}/api-keys`,
    write: () => org.createKey(),
  }),
  'proposals of a project': async (org) => {
    await org.protect('production')
    return {
      path: `${org.base}/proposals`,
      write: async () => {
        const flag = await org.createFlag()
        return org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
      },
    }
  },
  'proposals of a flag': async (org) => {
    await org.protect('production')
    const flag = await org.createFlag()
    const path = `${org.at(flag.key, 'production')}/proposals`
    return {
      path,
      write: async () => {
        const { body } = await org.post(path, config({ version: 0 }))
        return org.post(`/v1/proposals/${body.id}/reject`)
      },
    }
  },
  'audit entries': async (org) => ({
    path: `${org.base}/audit-log`,
    write: () => org.createFlag(),
  }),
}

/** Writes one after the other, since some lists take only one writer at a time. */
const writeMany = async (list: List, count: number) => {
  for (let made = 0; made < count; made++) await list.write()
}

for (const [name, open] of Object.entries(lists)) {
  test(`walking ${name} while others write never skips or repeats what was there`, async () => {
    const org = await server.newOrganization()
    const list = await open(org)
    await writeMany(list, 6)
    const before = (await org.walk(list.path)).map(({ id }) => id)
    expect(before.length).toBeGreaterThanOrEqual(6)
    for (const limit of [1, 3, 100]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const [page] = await Promise.all([org.get(`${list.path}?limit=${limit}${cursor}`), list.write()])
        seen.push(...page.body.items.map(({ id }: { id: string }) => id))
        cursor = page.body.hasMore ? `&cursor=${page.body.nextCursor}` : ''
        expect(page.body.hasMore).toBe(page.body.nextCursor !== null)
      } while (cursor)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => before.includes(id))).toEqual(before)
    }
  })
}

test('lists are newest first', async () => {
  const org = await server.newOrganization()
  const keys = []
  for (let made = 0; made < 5; made++) keys.unshift((await org.createFlag()).key)
  const flags = await org.walk(`${org.base}/flags`, 2)
  expect(flags.map((flag) => flag.key)).toEqual(keys)
})

test('rows that share a microsecond all have a place of their own', async () => {
  const org = await server.newOrganization()
  const { store, newId } = server.deps
  const insert = (key: string) =>
    store.flags.insert(
      {
        id: newId('flag'),
        orgId: org.id as never,
        projectId: org.project.id,
        key,
        name: key,
        description: null,
        type: 'boolean',
        clientSafe: false,
      },
      1_700_000_000_000_000,
    )
  await Promise.all(Array.from({ length: 30 }, (_, at) => insert(`same-${at}`)))
  const flags = await org.walk(`${org.base}/flags`, 7)
  expect(new Set(flags.map((flag) => flag.key)).size).toBe(30)
})
