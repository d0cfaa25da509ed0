import { limits } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const org = await server.newOrganization()

/** The kinds of things that are saved under a name, each with a valid body. */
const kinds = [
  { kind: 'view', id: /^view_/, body: { search: 'tag=checkout&kind=release' } },
  {
    kind: 'context',
    id: /^ctx_/,
    body: { context: { userId: 'ada', attributes: { plan: 'pro', teams: ['web', 'ios'], age: 36, beta: true } } },
  },
] as const

for (const { kind, id, body } of kinds) {
  const path = `${org.base}/${kind}s`
  const bodyOf = (name: string) => ({ name, ...body })

  test(`a ${kind} is saved for everybody in the project, and deleted`, async () => {
    const editor = await server.newMember(org, 'editor')
    const viewer = await server.newMember(org, 'viewer')
    const { status, body: saved } = await editor.post(path, bodyOf('Ours'))
    expect(status).toBe(201)
    expect(saved).toEqual({
      id: expect.stringMatching(id),
      ...bodyOf('Ours'),
      createdBy: editor.id,
      createdAt: expect.any(String),
    })
    expect((await viewer.get(path)).body.items).toContainEqual(saved)
    expect((await viewer.delete(`${path}/${saved.id}`)).status).toBe(403)

    expect(await editor.delete(`${path}/${saved.id}`)).toMatchObject({ status: 200, body: { id: saved.id } })
    expect((await viewer.get(path)).body.items).not.toContainEqual(saved)
    expect((await editor.delete(`${path}/${saved.id}`)).status).toBe(404)
    const entries = await org.walk(`${org.base}/audit-log?resourceId=${saved.id}`)
    expect(entries.map(({ action, meta }) => ({ action, meta }))).toEqual([
      { action: `${kind}.deleted`, meta: { name: 'Ours' } },
      { action: `${kind}.created`, meta: { name: 'Ours' } },
    ])
  })

  test(`a ${kind} of another project is not found`, async () => {
    const { body: saved } = await org.post(path, bodyOf('Here'))
    const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: `elsewhere-${kind}` })
    expect((await org.delete(`/v1/projects/${other.id}/${kind}s/${saved.id}`)).status).toBe(404)
    expect((await org.get(path)).body.items).toContainEqual(saved)
  })

  const badNames: [string, unknown][] = [
    ['no name', undefined],
    ['an empty name', '  '],
    ['a name of two lines', 'One\nTwo'],
    ['a name that turns what follows round', 'One\u202Etwo'],
    ['a name that is too long', 'x'.repeat(201)],
  ]
  for (const [what, name] of badNames) {
    test(`a ${kind} with ${what} is refused`, async () => {
      const { status, body: answer } = await org.post(path, { ...body, name })
      expect(status).toBe(422)
      expect(answer.error.details).toMatchObject([{ path: 'name' }])
    })
  }
}

const badSearches: [string, unknown][] = [
  ['no search', undefined],
  ['a search that is no text', { tag: 'checkout' }],
  ['a search that leads elsewhere', 'tag=a#/settings'],
  ['a search with a space', 'tag=a b'],
  ['a search that is too long', `search=${'x'.repeat(limits.viewSearch)}`],
]
for (const [what, search] of badSearches) {
  test(`a view with ${what} is refused`, async () => {
    const { status, body } = await org.post(`${org.base}/views`, { name: 'Bad', search })
    expect(status).toBe(422)
    expect(body.error.details).toMatchObject([{ path: 'search' }])
  })
}

test('a view of all flags has nothing after the ?', async () => {
  expect((await org.post(`${org.base}/views`, { name: 'All', search: '' })).status).toBe(201)
})

const badContexts: [string, unknown, string][] = [
  ['that is none', undefined, 'context'],
  ['that is a list', [], 'context'],
  ['with a user that is no text', { userId: 7 }, 'context.userId'],
  ['with an object as attribute', { attributes: { plan: { name: 'pro' } } }, 'context.attributes.plan'],
  ['with a list of 101', { attributes: { teams: Array(101).fill('web') } }, 'context.attributes.teams'],
  ['with a null byte', { userId: 'a\0b' }, 'context.userId'],
]
for (const [what, context, place] of badContexts) {
  test(`a context ${what} is refused, as an evaluation refuses it`, async () => {
    const { status, body } = await org.post(`${org.base}/contexts`, { name: 'Bad', context })
    expect(status).toBe(422)
    expect(body.error.details).toMatchObject([{ path: place }])
  })
}

test('a context that is larger than an evaluation takes is refused', async () => {
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, 'x'.repeat(1_000)]))
  const { status, body } = await org.post(`${org.base}/contexts`, { name: 'Large', context: { attributes } })
  expect(status).toBe(422)
  expect(body.error.details).toEqual([{ path: 'context', message: 'must have at most 64 KiB as JSON' }])
})

test('what an evaluation would not read of a context is not kept, and what it reads is as it came', async () => {
  const attributes = JSON.parse('{ "__proto__": "x", "empty": [], "none": null }')
  const sent = { anonymousId: 'a-1', userId: null, attributes, session: { token: 'secret' } }
  const { body } = await org.post(`${org.base}/contexts`, { name: 'Odd', context: sent })
  const kept = { anonymousId: 'a-1', userId: null, attributes }
  expect(JSON.stringify(body.context.attributes)).toBe(JSON.stringify(attributes))
  expect(body.context).toEqual(kept)
})
