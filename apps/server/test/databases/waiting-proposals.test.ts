import { expect, test } from 'vitest'
import type { Answer } from '../../src/testing/clients/answer.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestMember } from '../../src/testing/test-member.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const waiting = '/v1/proposals/waiting'

/** An organization with a protected production, and Ada, an admin. */
const open = async () => {
  const org = await server.newOrganization()
  await org.protect('production')
  const ada = await server.newMember(org, 'admin')
  return { org, ada }
}

type Asks = { get(path: string): Promise<Answer>; post(path: string, body?: unknown): Promise<Answer> }

/** Proposes a config of a new flag. */
const propose = async (org: TestOrganization, by: Asks = org) => {
  const flag = await org.createFlag()
  const { body } = await by.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  return body.id as string
}

const idsFor = async (who: Asks): Promise<string[]> => {
  const { status, body } = await who.get(waiting)
  expect(status).toBe(200)
  return body.items.map(({ id }: { id: string }) => id)
}

/** A client with a new key that the member created. */
const makeKey = async (org: TestOrganization, maker: TestMember, fields: object = {}) => {
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body } = await maker.post(path, { type: 'server', description: 'a key', ...fields })
  return {
    get: (at: string) => org.get(at, body.key),
    post: (at: string, sent?: unknown) => org.post(at, sent, body.key),
  }
}

test('what others propose in any project waits for an editor, newest first, with where it is', async () => {
  const { org } = await open()
  const bob = await server.newMember(org, 'editor')
  const flag = await org.createFlag()
  const { body: first } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  const segment = await org.createSegment()
  const path = `${org.segmentAt(segment.key, 'production')}/proposals`
  const { body: second } = await org.post(path, { version: 0, included: ['ada'] })
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  const [environment] = other.environments
  const elsewhere = `/v1/projects/${other.id}/environments/${environment.id}`
  await org.patch(elsewhere, { protected: true })
  await org.post(`/v1/projects/${other.id}/flags`, { key: 'far', name: 'Far', type: 'boolean' })
  const { body: third } = await org.post(`${elsewhere}/flags/far/proposals`, config({ version: 0 }))

  const { body } = await bob.get(waiting)
  expect(body).toEqual({
    items: [
      expect.objectContaining({ id: third.id, projectId: other.id, flagKey: 'far', environmentId: environment.id }),
      expect.objectContaining({ id: second.id, projectId: org.project.id, kind: 'segment', segmentKey: segment.key }),
      expect.objectContaining({ id: first.id, projectId: org.project.id, flagKey: flag.key, status: 'pending' }),
    ],
    nextCursor: null,
    hasMore: false,
    total: 3,
  })
  expect(body.items[2]).not.toHaveProperty('segmentKey')
  expect(body.items[1]).not.toHaveProperty('flagKey')
})

test('what is decided waits for nobody', async () => {
  const { org, ada } = await open()
  const [one, two] = [await propose(org), await propose(org)]
  await ada.post(`/v1/proposals/${one}/reject`)
  expect(await idsFor(ada)).toEqual([two])
  await ada.post(`/v1/proposals/${two}/approve`)
  expect(await idsFor(ada)).toEqual([])
})

test('nobody’s own waits for them, by whichever session or key of theirs they propose or ask', async () => {
  const { org, ada } = await open()
  const bob = await server.newMember(org, 'admin')
  const ofAda = await makeKey(org, ada)
  const byAda = await propose(org, ada)
  const byHerKey = await propose(org, ofAda)
  const byBob = await propose(org, bob)
  expect(await idsFor(ada)).toEqual([byBob])
  expect(await idsFor(ofAda)).toEqual([byBob])
  expect(await idsFor(bob)).toEqual([byHerKey, byAda])
  expect(await idsFor(await makeKey(org, bob))).toEqual([byHerKey, byAda])
})

test('keys of nobody are each an actor of their own', async () => {
  const { org } = await open()
  const { key: other } = await org.createKey()
  const id = await propose(org)
  expect(await idsFor(org)).toEqual([])
  expect(await idsFor({ get: (at) => org.get(at, other), post: (at, body) => org.post(at, body, other) })).toEqual([id])
})

test('roles in projects decide: who may not approve there is not waited for', async () => {
  const { org, ada } = await open()
  const id = await propose(org)
  const viewer = await server.newMember(org, 'viewer')
  const here = await server.newMember(org, 'viewer')
  const elsewhere = await server.newMember(org, 'editor')
  await ada.patch(`/v1/members/${here.id}`, { projects: { [org.project.id]: 'editor' } })
  await ada.patch(`/v1/members/${elsewhere.id}`, { projects: { [org.project.id]: 'viewer' } })
  expect(await idsFor(viewer)).toEqual([])
  expect(await idsFor(here)).toEqual([id])
  expect(await idsFor(elsewhere)).toEqual([])
})

test('a key reviews where whose key it is may, and only if it was made for changes', async () => {
  const { org, ada } = await open()
  const id = await propose(org)
  const bob = await server.newMember(org, 'admin')
  const reading = await makeKey(org, bob, { scopes: ['read'] })
  const editing = await makeKey(org, bob, { scopes: ['read', 'edit'] })
  expect(await idsFor(reading)).toEqual([])
  expect(await idsFor(editing)).toEqual([id])
  await ada.patch(`/v1/members/${bob.id}`, { role: 'viewer', projects: { [org.project.id]: 'editor' } })
  expect(await idsFor(editing)).toEqual([id])
  await ada.patch(`/v1/members/${bob.id}`, { projects: { [org.project.id]: 'viewer' } })
  expect(await idsFor(editing)).toEqual([])
})

test('nothing of another organization waits', async () => {
  const { org } = await open()
  await propose(org)
  const stranger = await server.newMember(await server.newOrganization(), 'admin')
  expect((await stranger.get(waiting)).body).toEqual({ items: [], nextCursor: null, hasMore: false, total: 0 })
})

test('it is paged as every list is', async () => {
  const { org, ada } = await open()
  const made: string[] = []
  for (let at = 0; at < 5; at++) made.unshift(await propose(org))
  const { body: first } = await ada.get(`${waiting}?limit=2`)
  expect(first).toMatchObject({ hasMore: true, total: 5 })
  const { body: second } = await ada.get(`${waiting}?limit=2&cursor=${first.nextCursor}`)
  const { body: third } = await ada.get(`${waiting}?limit=2&cursor=${second.nextCursor}`)
  const seen = [...first.items, ...second.items, ...third.items].map(({ id }) => id)
  expect(seen).toEqual(made)
  expect(third).toMatchObject({ hasMore: false, nextCursor: null, total: 5 })
})
