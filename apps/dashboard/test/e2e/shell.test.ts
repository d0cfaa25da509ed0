import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { waitUntilQuiet } from '../support/quiet.ts'

const dashboard = await startDashboard({ seeded: true })

test('the page to sign in fits every window and everybody can use it', async () => {
  const page = await dashboard.openSignedOut('/')
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await page.getByText('one-time link').waitFor()
  expect(await findProblems(page, 'sign-in')).toEqual([])
})

test('Ctrl K finds a page by a part of its name and opens it by keyboard', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('audit')
  await takePicture(page, 'palette')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor()
  expect(page.url()).toMatch(/\/audit$/)
})

test('Ctrl K finds a flag by a part of its key, and shows its state in words', async () => {
  const page = await dashboard.open('/proposals')
  await page.getByRole('link', { name: 'Proposals 1 waits for you' }).waitFor()
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox').fill('check')
  await takePicture(page, 'palette-flags')
  await page
    .getByRole('img', { name: /^Production: on, rules decide, rolled out to 10\s%, protected\. Staging: / })
    .waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('option', { name: /Checkout layout/ }).click()
  await page.waitForURL('**/flags/checkout-layout')
})

test('on a narrow window the pages are in a drawer', async () => {
  const page = await dashboard.open('/flags', { width: 400 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await takePicture(page, 'drawer')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a chosen theme stays, and holds before the first paint', async () => {
  const page = await dashboard.open('/flags', { theme: 'light' })
  await page.getByRole('button', { name: /your account/ }).click()
  await takePicture(page, 'account')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('somebody who signs out is at the page to sign in, and comes back nowhere', async () => {
  const other = await startDashboard()
  const page = await other.open('/flags')
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
})

test('a new project is opened when it is made', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Store <b>front</b>')
  await takePicture(page, 'new-project')
  expect(await page.getByLabel('Slug').inputValue()).toBe('store-b-front-b')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('button', { name: /Store <b>front<\/b>/ }).waitFor()
})

test('the focus goes along to every page, however one gets there', async () => {
  const page = await dashboard.open('/flags')
  const expectFocusAtMain = (heading: string) =>
    expect
      .poll(async () => {
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        await waitUntilQuiet(page)
        return page.evaluate(() => document.activeElement?.id)
      })
      .toBe('main')
  await page.getByRole('link', { name: 'Gift cards' }).click()
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await expectFocusAtMain('Gift cards')
  await page.goBack()
  await expectFocusAtMain('Flags')
  await page.getByRole('link', { name: 'Proposals' }).click()
  await page.getByRole('link', { name: /Checkout layout/ }).click()
  await expectFocusAtMain('Change to Checkout layout')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('holiday')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await expectFocusAtMain('Holiday hero')
  await page.getByRole('link', { name: 'Flags', exact: true }).first().click()
  await page.getByRole('button', { name: 'New flag' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Fresh')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await expectFocusAtMain('Fresh')
  await page.getByRole('link', { name: 'Flags', exact: true }).first().click()
  const gone = { status: 404, json: { error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such flag.' } } }
  await page.route('**/flags/new-navigation', (route) => route.fulfill(gone))
  await page.getByRole('link', { name: 'New navigation' }).click()
  await expectFocusAtMain('There is nothing here')
})

test('a form says in its own words what is missing, and suggests a slug that is taken', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  const [name, slug] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Slug')]
  const create = page.getByRole('button', { name: 'Create project' })
  await create.click()
  await page.getByText('It needs a name.').waitFor()
  await page.getByText('It needs a slug.').waitFor()
  await hasFocus(name)
  expect(await page.locator('form').evaluate((form: HTMLFormElement) => form.noValidate)).toBe(true)
  await name.fill('Größe & Büro')
  expect(await slug.inputValue()).toBe('grosse-buro')
  await slug.fill('Not so')
  await create.click()
  await page.getByText('Only lower-case letters, digits and dashes.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await name.fill('Größe und Büro '.repeat(9))
  await create.click()
  await page.getByRole('heading', { name: 'No flags here yet' }).waitFor()
})
