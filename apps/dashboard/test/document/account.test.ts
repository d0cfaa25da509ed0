import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ members: { 'Maya Okafor': 'admin' } })

test('somebody finds where they are signed in, ends one session, then all', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  const elsewhere = await dashboard.openElsewhere('Maya Okafor', '/flags')
  await elsewhere.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  await page.getByRole('button', { name: /your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await page.getByText('maya.okafor@example.com', { exact: true }).waitFor()
  await page.getByText('Admin of', { exact: false }).waitFor()
  const sessions = page.getByRole('table', { name: 'Your sessions' })
  await expect.poll(() => sessions.getByRole('row').count()).toBe(3)
  await sessions.getByRole('row', { name: /Firefox on Linux.*192\.0\.2\.7/ }).waitFor()

  await sessions.getByRole('button', { name: 'End the session of Firefox on Linux' }).click()
  await expect.poll(() => sessions.getByRole('row').count()).toBe(2)
  await elsewhere.reload()
  await elsewhere.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await sessions.getByText('This one').waitFor()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
})

test('keys that end soon are marked, and who made some finds theirs', async () => {
  const envId = dashboard.environments.production as string
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const body = { type: 'server', description: 'Old worker', expiresAt } as const
  await dashboard.api.createApiKey({ params: { projectId: dashboard.projectId, envId }, body })
  const page = await dashboard.open('/environments')
  await page.getByRole('row', { name: /Old worker.*in 3 days.*Ends soon/ }).waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Description').fill('Nightly job')
  await page.getByLabel('Ends').selectOption('In 30 days')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await page
    .getByRole('table', { name: 'Your keys' })
    .getByRole('row', { name: /Nightly job.*Production.*never/ })
    .waitFor()
})
