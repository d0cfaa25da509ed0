import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboardHere({
  members: {
    'Maya Okafor': 'admin',
    'Tom de Vries': 'editor',
    'Ines Ferreira': 'viewer',
    'Sam Adeyemi': 'admin',
    'Kim Larsen': 'admin',
  },
})
const { api } = dashboard

const roleOf = async (name: string) => (await api.listMembers({})).items.find((one) => one.name === name)?.role

test('an admin gives somebody another role', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/members')
  await page.getByRole('button', { name: 'Role of Ines Ferreira: Viewer' }).click()
  await page.getByRole('menuitemradio', { name: 'Editor' }).click()
  await page.getByRole('button', { name: 'Role of Ines Ferreira: Editor' }).waitFor()
  expect(await roleOf('Ines Ferreira')).toBe('editor')
})

test('an admin gives somebody other roles in single projects, which are those that count there', async () => {
  const { id: elsewhere } = await api.createProject({ body: { name: 'Warehouse', slug: 'warehouse' } })
  const page = await dashboard.openAs('Maya Okafor', '/members')
  await page.getByRole('button', { name: 'Roles of Ines Ferreira in projects: The same' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ines Ferreira in projects' })
  await dialog.getByLabel('Role in Default').selectOption('Viewer')
  await dialog.getByLabel('Role in Warehouse').selectOption('Admin')
  await expect
    .poll(async () => (await api.listMembers({})).items.find(({ name }) => name === 'Ines Ferreira')?.projects)
    .toEqual({ [dashboard.projectId]: 'viewer', [elsewhere]: 'admin' })
  await dialog.getByLabel('Role in Warehouse').selectOption('The same')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Roles of Ines Ferreira in projects: Viewer in Default' }).waitFor()

  const theirs = await dashboard.openAs('Ines Ferreira', '/flags')
  await theirs.getByText('You are a viewer here').waitFor()
  const audit = await dashboard.openAs('Maya Okafor', '/audit')
  await audit.getByText('made Ines Ferreira a viewer in this project').waitFor()

  await page.getByRole('button', { name: 'Roles of Ines Ferreira in projects: Viewer in Default' }).click()
  await dialog.getByLabel('Role in Default').selectOption('The same')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Roles of Ines Ferreira in projects: The same' }).waitFor()
  await theirs.reload()
  await theirs.getByText('You are an editor here').waitFor()
})

test('an admin invites somebody, is told what happens next, and may withdraw it', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/members')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Invite somebody' })
  await form.getByRole('button', { name: 'Invite as a viewer' }).click()
  await form.getByText('It needs an e-mail address.').waitFor()
  await form.getByLabel('E-mail address').fill('Tom.de.Vries@example.com')
  await form.getByLabel('Role', { exact: true }).selectOption('Editor')
  await form.getByRole('button', { name: 'Another role in single projects' }).click()
  await form.getByLabel('Role in Default').selectOption('Admin')
  await form.getByRole('button', { name: 'Invite as an editor' }).click()
  await form.getByText('A member has this address already.').waitFor()
  await form.getByLabel('E-mail address').fill('Ada@Elsewhere.example')
  await form.getByRole('button', { name: 'Invite as an editor' }).click()
  const next = page.getByRole('dialog', { name: 'ada@elsewhere.example is invited' })
  await next.getByText(`${dashboard.url}/`, { exact: true }).waitFor()
  await next.getByText('this server has no identity provider').waitFor()
  await next.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('table', { name: 'Invited' }).getByRole('row', { name: /ada@elsewhere.example/ })
  await row.getByText('Editor', { exact: true }).waitFor()
  await row.getByText('Admin in Default').waitFor()
  await row.getByRole('button', { name: 'Withdraw the invitation of ada@elsewhere.example' }).click()
  await row.waitFor({ state: 'detached' })
  const audit = await dashboard.openAs('Maya Okafor', '/audit')
  await audit.getByText('Maya Okafor withdrew the invitation of ada@elsewhere.example').waitFor()
})

test('an editor sees everybody, and is told why they change nobody', async () => {
  const page = await dashboard.openAs('Tom de Vries', '/members')
  const role = page.getByRole('button', { name: /^Role of Maya Okafor/ })
  await seeTip(role, 'Only an admin can do this.')
  await role.click({ force: true })
  expect(await page.getByRole('menu').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove Maya Okafor' }).click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('somebody who is removed is out at once', async () => {
  const theirs = await dashboard.openAs('Ines Ferreira', '/members')
  await theirs.getByRole('row', { name: /Ines Ferreira.*you/ }).waitFor()
  const page = await dashboard.openAs('Maya Okafor', '/members')
  await page.getByRole('button', { name: 'Remove Ines Ferreira' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Ines Ferreira' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Ines Ferreira/ }).waitFor({ state: 'detached' })
  await theirs.reload()
  await theirs.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
})

test('whoever removes somebody is told how many keys end with them, and may take them over', async () => {
  for (const [name, keep] of [
    ['Sam Adeyemi', false],
    ['Kim Larsen', true],
  ] as const) {
    const theirs = await dashboard.openAs(name, '/environments')
    await theirs.getByRole('button', { name: 'New key' }).click()
    await theirs.getByLabel('Description').fill(`${name}’s`)
    await theirs.getByRole('button', { name: 'Create key' }).click()
    await theirs.getByRole('dialog', { name: 'Copy your new key' }).waitFor()

    const page = await dashboard.openAs('Maya Okafor', '/members')
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 key ends with them: whatever uses it is refused.').waitFor()
    if (keep) await dialog.getByLabel('Keep the key: from now on it is mine').check()
    await dialog.getByRole('button', { name: `Remove ${name}` }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(name) }).waitFor({ state: 'detached' })
    if (!keep) await page.getByText('Ended with them: 1 key.').waitFor()
    const params = { projectId: dashboard.projectId, envId: dashboard.environments.production as string }
    const { items } = await api.listApiKeys({ params })
    const key = items.find(({ description }) => description === `${name}’s`)
    expect(key?.revokedAt === null).toBe(keep)
  }
})

test('an admin who steps back is asked first, and the last one cannot', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/members')
  await page.getByRole('button', { name: 'Role of Maya Okafor: Admin' }).click()
  await page.getByRole('menuitemradio', { name: 'Editor' }).click()
  await page.getByRole('dialog', { name: 'Make yourself an editor?' }).waitFor()
  await page.getByRole('button', { name: 'Become an editor' }).click()
  await page.getByRole('button', { name: 'Role of Maya Okafor: Editor' }).waitFor()
  await page.getByText('You are an editor here').waitFor()

  const last = await dashboard.open('/members')
  const role = last.getByRole('button', { name: 'Role of Local admin: Admin' })
  await role.focus()
  await last.getByRole('tooltip', { name: 'The only admin. Make somebody else an admin first.' }).waitFor()
  await last.getByRole('button', { name: 'Remove Local admin' }).click({ force: true })
  expect(await last.getByRole('dialog').count()).toBe(0)
})
