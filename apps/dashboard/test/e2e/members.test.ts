import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboard({
  members: { 'Tom de Vries': 'editor', 'Ines Ferreira': 'viewer', 'Kim Larsen': 'admin' },
})
const { api } = dashboard

test('everybody can use whatever is asked about members, and the invited fit every window', async () => {
  await api.createProject({ body: { name: 'Warehouse', slug: 'warehouse' } })
  const theirs = await dashboard.openAs('Kim Larsen', '/environments')
  await theirs.getByRole('button', { name: 'New key' }).click()
  await theirs.getByLabel('Description').fill('Kim’s')
  await theirs.getByRole('button', { name: 'Create key' }).click()
  await theirs.getByRole('dialog', { name: 'Copy your new key' }).waitFor()

  const page = await dashboard.open('/members')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Roles of Ines Ferreira in projects: The same' }).click()
  await dialog.getByLabel('Role in Default').selectOption('Viewer')
  await dialog.getByLabel('Role in Warehouse').selectOption('Admin')
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'members-project-role')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Remove Ines Ferreira' }).click()
  await takePicture(page, 'members-remove')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Remove Kim Larsen' }).click()
  await dialog.getByText('1 key ends with them').waitFor()
  await takePicture(page, 'members-remove-keys')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Keep the key: from now on it is mine').check()
  await takePicture(page, 'members-remove-keep-keys')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove Kim Larsen' }).click()
  await dialog.waitFor({ state: 'detached' })

  const role = page.getByRole('button', { name: 'Role of Local admin: Admin' })
  await seeTip(role, 'The only admin. Make somebody else an admin first.')
  await takePicture(page, 'members-last-admin')

  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await dialog.getByLabel('E-mail address').fill('Tom.de.Vries@example.com')
  await dialog.getByLabel('Role', { exact: true }).selectOption('Editor')
  await dialog.getByRole('button', { name: 'Another role in single projects' }).click()
  await dialog.getByLabel('Role in Default').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Invite as an editor' }).click()
  await dialog.getByText('A member has this address already.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'members-invite')
  await dialog.getByLabel('E-mail address').fill('Ada@Elsewhere.example')
  await dialog.getByRole('button', { name: 'Invite as an editor' }).click()
  await dialog.getByText('this server has no identity provider').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'members-invited')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /ada@elsewhere.example/ }).waitFor()
  expect(await findProblems(page, 'members-invitations')).toEqual([])
})
