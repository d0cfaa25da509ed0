import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { goTo } from '../support/go-to.ts'
import { hasFocus } from '../support/has-focus.ts'
import { holdAnswer } from '../support/hold-back.ts'
import { waitUntilQuiet } from '../support/quiet.ts'
import { told } from '../support/told.ts'

const dashboard = await startDashboardHere({ seeded: true })

test('Ctrl K finds a page by a part of its name and opens it by keyboard', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('audit')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor()
  expect(page.url()).toMatch(/\/audit$/)
})

test('Ctrl K finds a flag by a part of its key, and shows its state in words', async () => {
  const page = await dashboard.open('/proposals')
  await page.getByRole('link', { name: 'Proposals 1 waits for you' }).waitFor()
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox').fill('check')
  await page
    .getByRole('img', { name: /^Production: on, rules decide, rolled out to 10\s%, protected\. Staging: / })
    .waitFor()
  await page.getByRole('option', { name: /Checkout layout/ }).click()
  await page.waitForURL('**/flags/checkout-layout')
})

test('somebody who signs out is at the page to sign in, and comes back nowhere', async () => {
  const other = await startDashboardHere()
  const page = await other.open('/flags')
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
})

test('whose session is over is told so, where to go on, and that the draft is kept', async () => {
  const page = await dashboard.open('/flags/gift-cards?env=staging')
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  const save = page.getByRole('button', { name: 'Save as version 2' })
  await save.waitFor()
  const error = { code: 'UNAUTHORIZED', message: 'Send an API key: "Authorization: Bearer <API_KEY>".' }
  await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { error } }))
  await save.click()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await page.getByText('You are signed out: your session is over.').waitFor()
  await page.getByText('What you did not save is kept as a draft.').waitFor()
  expect(await page.getByText('Send an API key').count()).toBe(0)
})

test('while the server is away a sign stands, messages do not pile up, and all of it goes once it is back', async () => {
  const page = await dashboard.open('/account')
  let isAway = false
  await page.route('**/v1/**', async (route) => {
    const response = isAway ? undefined : await route.fetch()
    // Requests that were sent before do not get an answer either.
    await (response === undefined || isAway ? route.abort() : route.fulfill({ response }))
  })
  await goTo(page, '/flags?q=payments')
  await page.getByRole('button', { name: /^Production: / }).click()
  isAway = true
  const turn = page.getByRole('switch', { name: 'On in Staging' })
  for (let press = 0; press < 3; press++) {
    await turn.click()
    await told(page, 'Payment retries was not turned off in Staging').waitFor()
    await expect.poll(() => turn.isChecked()).toBe(true)
  }
  const sign = page.getByText('Bunting does not answer.')
  await sign.waitFor()
  expect(await told(page, 'Payment retries was not turned off in Staging').count()).toBe(1)
  isAway = false
  await sign.waitFor({ state: 'detached' })
  await told(page, 'Payment retries was not turned off in Staging').waitFor({ state: 'detached' })
})

test('a new project is opened when it is made', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Store <b>front</b>')
  expect(await page.getByLabel('Slug').inputValue()).toBe('store-b-front-b')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('button', { name: /Store <b>front<\/b>/ }).waitFor()
  await page.getByRole('heading', { name: 'Get started', exact: true }).waitFor()
})

test('a project that is made before the list of projects is read stands in it', async () => {
  const page = await dashboard.open('/flags')
  const list = await holdAnswer(page, '**/v1/projects?limit=100', 'GET')
  await page.reload()
  await list.answered
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Early')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect.poll(async () => (await dashboard.api.listProjects({})).items.map(({ name }) => name)).toContain('Early')
  list.letGo()
  await page.getByRole('button', { name: /^Early/ }).waitFor()
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
  await page.getByRole('heading', { name: 'Proposals', exact: true }).waitFor()
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
  await page.getByRole('heading', { name: 'Get started', exact: true }).waitFor()
})
