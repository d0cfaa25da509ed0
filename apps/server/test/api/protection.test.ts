import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

/** A flag with a version in production, which was then protected; an editor and an admin. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key, 'production'), config())
  await org.protect('production')
  const editor = await server.newMember(org, 'editor')
  const admin = await server.newMember(org, 'admin')
  return { org, flag, editor, admin, path: `${org.base}/flags/${flag.key}` }
}

const changes = [{ archived: true }, { clientSafe: true }]
const forbidden = (slug: string) => ({
  status: 403,
  body: { error: { code: 'FORBIDDEN', message: expect.stringContaining(slug) } },
})

for (const change of changes) {
  const back = Object.fromEntries(Object.keys(change).map((field) => [field, false]))
  const said = JSON.stringify(change)

  test(`${said} is for admins where a protected environment has a version, and so is taking it back`, async () => {
    const { editor, admin, path } = await open()
    expect(await editor.patch(path, change)).toMatchObject(forbidden('production'))
    expect((await admin.patch(path, change)).status).toBe(200)
    expect(await editor.patch(path, back)).toMatchObject(forbidden('production'))
    expect((await admin.patch(path, back)).status).toBe(200)
  })

  test(`${said} is a key's as ever`, async () => {
    const { org, path } = await open()
    expect((await org.patch(path, change)).status).toBe(200)
    expect((await org.patch(path, back)).status).toBe(200)
  })
}

test('a key needs the scope admin for it', async () => {
  const { org, path } = await open()
  const editing = await org.createKey({ scopes: ['read', 'edit'] })
  const administering = await org.createKey({ scopes: ['read', 'edit', 'admin'] })
  expect(await org.patch(path, { archived: true }, editing.key)).toMatchObject(forbidden('production'))
  expect((await org.patch(path, { archived: true }, administering.key)).status).toBe(200)
})

test('what an editor is refused changes nothing, the name beside it neither', async () => {
  const { org, editor, path } = await open()
  const before = (await org.get(path)).body
  expect((await editor.patch(path, { name: 'New', clientSafe: true })).status).toBe(403)
  expect((await org.get(path)).body).toEqual(before)
})

test('an editor goes on naming flags, and saying what is so already', async () => {
  const { editor, path } = await open()
  expect((await editor.patch(path, { name: 'New', clientSafe: false, archived: false })).status).toBe(200)
})

test('an editor archives and marks what no protected environment has a version of', async () => {
  const { org, editor } = await open()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key, 'staging'), config())
  for (const change of changes) {
    expect((await editor.patch(`${org.base}/flags/${flag.key}`, change)).status).toBe(200)
  }
})

test('an editor archives again what an environment has a version of that is no longer protected', async () => {
  const { org, editor, path } = await open()
  await org.protect('production', false)
  expect((await editor.patch(path, { archived: true })).status).toBe(200)
})
