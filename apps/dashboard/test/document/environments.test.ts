import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { edgeIsAway } from '../support/edge-is-away.ts'
import { hasFocus } from '../support/has-focus.ts'
import { addShopKeys } from '../support/shop-keys.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { Ines: 'viewer' } })
const { api, projectId } = dashboard
const idOf = (slug: string): string => dashboard.environments[slug] as string

const production = await addShopKeys(dashboard)

const openPage = async (): Promise<Page> => {
  const page = await dashboard.open('/environments')
  await page.getByRole('table').waitFor()
  return page
}

test('a colour is chosen by its hex, and one that is none is refused with the reason', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: /^Colour of Staging/ }).click()
  const popover = page.getByRole('dialog', { name: 'Colour of Staging' })
  await popover.getByLabel('Colour', { exact: true }).fill('#12')
  await popover.getByText('Six hexadecimal digits').waitFor()
  await popover.getByRole('button', { name: 'Save colour' }).click()
  await popover.getByLabel('Colour', { exact: true }).fill('#8E4EC6')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Colour of Staging, #8E4EC6' }).waitFor()
  expect(await api.getEnvironment({ params: { projectId, envId: idOf('staging') } })).toMatchObject({
    color: '#8E4EC6',
  })
})

test('protection comes off only after being told what becomes of the proposals that wait', async () => {
  const page = await openPage()
  const protection = page.getByRole('switch', { name: 'Production is protected' })
  await protection.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 proposal waits there and is rejected, for good.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await protection.isChecked()).toBe(true)

  await protection.click()
  await dialog.getByRole('button', { name: 'Take the protection off' }).click()
  await page.getByRole('switch', { name: 'Production is protected', checked: false }).waitFor()
  const { items } = await api.listProjectProposals({ params: { projectId } })
  expect(items.map(({ status }) => status)).toEqual(['rejected'])
  await protection.click()
  await page.getByRole('region', { name: 'Production' }).getByText('needs two people').waitFor()
})

test('a new environment stands after the others, and a slug is taken only once', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Staging')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await dialog.getByText('Another environment of this project has this slug.').waitFor()
  await dialog.getByLabel('Name').fill('Pre-production (EU)')
  expect(await dialog.getByLabel('Slug').inputValue()).toBe('pre-production-eu')
  await dialog.getByRole('button', { name: '#5B8C2A' }).click()
  await dialog.getByLabel('Protected').check()
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await page.getByRole('switch', { name: 'Pre-production (EU) is protected', checked: true }).waitFor()
  expect(await page.getByRole('switch', { name: /is protected$/ }).allTextContents()).toHaveLength(4)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Production',
    'Staging',
    'Development',
    'Pre-production (EU)',
    'Keys',
  ])
})

test('an environment gets another name and keeps its slug', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'Rename Development' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Local')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('heading', { name: 'Local' }).waitFor()
  await api.updateEnvironment({ params: { projectId, envId: idOf('development') }, body: { name: 'Development' } })
})

test('a sync says how many flags the edge has now', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'Sync Production' }).click()
  await page.getByText(/^6 flags synced at \d\d:\d\d$/).waitFor()
})

/** Presses Back and waits until the app has reacted to it. */
const goBack = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true })
        history.back()
      }),
  )

test('a new key is shown once, and nothing closes it before it is stored', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('link', { name: 'Environments & keys' }).click()
  await page.getByRole('table').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  // Description is the only required field, so it has the focus.
  await hasFocus(form.getByLabel('Description'))
  await form.getByRole('combobox', { name: 'Environment' }).selectOption('Staging')
  await form.getByLabel('Description').fill('Returns worker')
  await form.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('dialog', { name: 'Copy your new key' })
  const about = shown.getByText('Returns worker, a server key of Staging. It may evaluate and send telemetry.')
  await about.waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.scrim').click()
  await shown.getByRole('button', { name: 'Done' }).click({ force: true })
  await goBack(page)
  await page.waitForURL(/\/environments$/)
  await about.waitFor()
  const secret = (await shown.getByText(/^sk_\w+$/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Copy' }).click()
  await shown.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: /^Staging/ }).click()
  await page.getByRole('row', { name: /Returns worker/ }).waitFor()
  expect(await page.content()).not.toContain(secret)
})

test('a key gets what is chosen for it, and an end', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Description').fill('Deploys')
  await form.getByLabel(/^Evaluate/).uncheck()
  await form.getByLabel(/^Send telemetry/).uncheck()
  await form.getByLabel(/^Read/).check()
  await form.getByLabel(/^Edit/).check()
  await form.getByLabel('Ends').selectOption('In 90 days')
  await form.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Deploys, a server key of Production. It may read and edit.').waitFor()
  const { items } = await api.listApiKeys({ params: production })
  const made = items.find(({ description }) => description === 'Deploys')
  expect(made?.scopes).toEqual(['read', 'edit'])
  expect(Math.round((Date.parse(made?.expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(90)
})

test('a key is rotated: the new secret is shown once, and the old one ends when it was told to', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'Rotate Nightly export' }).click()
  const form = page.getByRole('dialog', { name: 'Rotate Nightly export?' })
  await form.getByRole('button', { name: 'Make a new secret' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy your new key' })
  await shown.getByText('It may read. The one before ends in a day.').waitFor()
  const secret = (await shown.getByText(/^sk_\w+$/).textContent()) ?? ''
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: `Nightly export ${secret.slice(0, 10)}…` }).waitFor()
  expect(await page.content()).not.toContain(secret)
})

test('a client key cannot manage, and says why', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Administer/).check()
  await form.getByLabel(/^Client key/).check()
  await form.getByText('Not with a client key, which is public.').first().waitFor()
  expect(await form.getByLabel(/^Administer/).isChecked()).toBe(false)
  await form.getByLabel('Description').fill('Web app')
  await form.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Web app, a client key of Production. It may evaluate and send telemetry.').waitFor()
})

test('a key is revoked after a question, and a 207 is explained', async () => {
  const page = await openPage()
  await edgeIsAway(page, '**/api-keys/*')
  await page.getByRole('button', { name: 'Revoke Old batch jobs' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked, not yet everywhere', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Old batch jobs.*Revoked just now/ }).waitFor()
})

test('a viewer sees keys and environments, and is told why they change none', async () => {
  const page = await dashboard.openAs('Ines', '/environments')
  await page.getByRole('row', { name: /Storefront API/ }).waitFor()
  for (const name of [
    'New environment',
    'New key',
    'Rename Staging',
    /^Colour of Staging/,
    'Rotate Storefront API',
    'Revoke Storefront API',
  ]) {
    const button = page.getByRole('button', { name })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
  }
  await page.getByRole('switch', { name: 'Staging is protected' }).click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await seeTip(page.getByRole('button', { name: 'Sync Staging' }), /You can look, not change/)
})

test('forms say in their own words what is missing', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('It needs a description: the audit log calls it by this name.').waitFor()
  await hasFocus(page.getByLabel('Description'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Rename Staging' }).click()
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('It needs a name.').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true')
})

test('what our own words mean is told on hover and focus', async () => {
  const page = await openPage()
  const words: [string, RegExp][] = [
    ['Edge', /that apps are answered from/],
    ['Sync Staging', /once more/],
  ]
  for (const [name, means] of words) {
    await page.getByRole('button', { name, exact: true }).last().focus()
    await page.getByRole('tooltip', { name: means }).waitFor()
  }
  await page.getByRole('link', { name: 'Audit log' }).click()
  await seeTip(page.getByRole('button', { name: 'Verify' }), /changed, removed or put in/)
})
