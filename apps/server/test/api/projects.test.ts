import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('a new project comes with production, staging and development, none of them protected', async () => {
  const org = await server.newOrganization()
  const { status, body } = await org.post('/v1/projects', { name: 'Checkout', slug: 'checkout' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^proj_[0-9a-z]{26,32}$/),
    orgId: org.id,
    name: 'Checkout',
    slug: 'checkout',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    environments: [
      {
        id: expect.stringMatching(/^env_/),
        name: 'Production',
        slug: 'production',
        color: '#CF4526',
        protected: false,
      },
      { id: expect.stringMatching(/^env_/), name: 'Staging', slug: 'staging', color: '#C98F12', protected: false },
      {
        id: expect.stringMatching(/^env_/),
        name: 'Development',
        slug: 'development',
        color: '#15877A',
        protected: false,
      },
    ],
  })
})

test('a slug is unique in its organization, and free in another', async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  await org.post('/v1/projects', { name: 'A', slug: 'shop' })
  const again = await org.post('/v1/projects', { name: 'B', slug: 'shop' })
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect((await other.post('/v1/projects', { name: 'A', slug: 'shop' })).status).toBe(201)
})

test('everything wrong with a project is named at once, with a hint for a typo', async () => {
  const org = await server.newOrganization()
  const { status, body } = await org.post('/v1/projects', { nmae: 'Shop', slug: 'My Shop' })
  expect(status).toBe(422)
  expect(body.error.code).toBe('VALIDATION_ERROR')
  expect(body.error.details).toEqual(
    expect.arrayContaining([
      { path: 'name', message: 'is required' },
      { path: 'slug', message: 'must be lower-case letters, digits and dashes' },
      { path: 'nmae', message: 'is not a known field; did you mean "name"?' },
    ]),
  )
})

test('names have 1 to 200 characters and slugs at most 64', async () => {
  const org = await server.newOrganization()
  expect((await org.post('/v1/projects', { name: ' ', slug: 'a' })).status).toBe(422)
  expect((await org.post('/v1/projects', { name: 'x'.repeat(201), slug: 'a' })).status).toBe(422)
  expect((await org.post('/v1/projects', { name: 'x', slug: 'a'.repeat(65) })).status).toBe(422)
  expect((await org.post('/v1/projects', { name: 'x'.repeat(200), slug: 'a'.repeat(64) })).status).toBe(201)
})

test('a project is read and listed without its environments', async () => {
  const org = await server.newOrganization()
  const { body: created } = await org.post('/v1/projects', { name: 'Shop', slug: 'shop' })
  const { environments, ...project } = created
  expect(environments).toHaveLength(3)
  expect((await org.get(`/v1/projects/${created.id}`)).body).toEqual(project)
  const { body } = await org.get('/v1/projects')
  expect(body).toEqual({
    items: [project, expect.objectContaining({ slug: 'default' })],
    nextCursor: null,
    hasMore: false,
  })
})

test('a slug finds at most one project, whatever limit says, and takes no cursor', async () => {
  const org = await server.newOrganization()
  await org.post('/v1/projects', { name: 'Shop', slug: 'shop' })
  for (const limit of ['', '&limit=0', '&limit=100', '&limit=nonsense']) {
    const { status, body } = await org.get(`/v1/projects?slug=shop${limit}`)
    expect(status).toBe(200)
    expect(body.items.map((project: { slug: string }) => project.slug)).toEqual(['shop'])
    expect(body).toMatchObject({ nextCursor: null, hasMore: false })
  }
  expect((await org.get('/v1/projects?slug=nobody')).body).toEqual({ items: [], nextCursor: null, hasMore: false })
  const { status, body } = await org.get('/v1/projects?slug=shop&cursor=5')
  expect(status).toBe(422)
  expect(body.error.details).toEqual([{ path: 'cursor', message: 'cannot be combined with slug' }])
})

test('projects are not deleted through the API', async () => {
  const org = await server.newOrganization()
  const answer = await org.delete(org.base)
  expect(answer).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } })
  expect(answer.headers.get('allow')).toBe('GET, PATCH')
  expect((await org.get(org.base)).status).toBe(200)
})
