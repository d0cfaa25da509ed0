import { expect, test, vi } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor } from '../support/flag-editor.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, projectId } = dashboard
const { configOf, openFlag, makeFlag, newFlag } = flagEditor(dashboard)

test('what was saved is undone from the message that tells of it', async () => {
  const page = await newFlag('restored', 'boolean', { defaultValue: false })
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByRole('button', { name: 'Restore 1' }).click()
  await page.getByText('It is what version 1 was. Staging serves it now.', { exact: true }).waitFor()
  expect(await configOf('restored', 'staging')).toMatchObject({ version: 3, enabled: true })
})

test('a draft outlasts a reload and other pages, is marked, and goes when it is discarded', async () => {
  const page = await newFlag('kept', 'number', { defaultValue: 3 })
  await page.getByLabel('Default value').fill('5')
  await page.getByText('1 unsaved change').waitFor()
  await page.reload()
  await page.getByText('1 unsaved change').waitFor()
  expect(await page.getByLabel('Default value').inputValue()).toBe('5')
  await page.getByRole('link', { name: /Production/ }).click()
  await page.getByText('Nothing saved in Production yet.').waitFor()
  await page.getByRole('link', { name: /Staging unsaved changes/ }).click()
  await vi.waitFor(async () => expect(await page.getByLabel('Default value').inputValue()).toBe('5'))
  await page.getByRole('button', { name: 'Discard' }).click()
  await vi.waitFor(async () => expect(await page.getByLabel('Default value').inputValue()).toBe('3'))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await vi.waitFor(async () => expect(await page.getByLabel('Default value').inputValue()).toBe('5'))
  await page.getByLabel('Default value').fill('3')
  await page.getByText('unsaved change').waitFor({ state: 'hidden' })
})

test('drafts that are old or damaged are let go, and the page is as without one', async () => {
  const page = await newFlag('damaged', 'number', { defaultValue: 3 })
  const monthAgo = (text: string) =>
    text.replace(/"keptAt":(\d+)/, (_, at) => `"keptAt":${Number(at) - 31 * 24 * 60 * 60_000}`)
  const damages = [
    (text: string) => text.replace('"rules":[]', '"rules":[null]'),
    monthAgo,
    () => '{"keptAt":',
    () => 'null',
    (text: string) => text.replace(/"config":.*/, '"config":[]}'),
  ]
  await page.getByLabel('Default value').fill('5')
  await page.getByText('1 unsaved change').waitFor()
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bunting-draft:')))
  const [key = ''] = await stored()
  const text = await page.evaluate((one) => localStorage.getItem(one) ?? '', key)
  // The draft of this flag, and further ones of the same person.
  const damaged = Object.fromEntries(damages.map((damage, at) => [at === 0 ? key : `${key}-${at}`, damage(text)]))
  await page.evaluate((all) => Object.assign(localStorage, all), damaged)
  expect(await stored()).toHaveLength(damages.length)
  await page.reload()
  await page.getByRole('article', { name: 'Default' }).waitFor()
  expect(await page.getByLabel('Default value').inputValue()).toBe('3')
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
})

test.each(['full', 'forbidden'])('where storage is %s, a draft lasts as long as the page', async (how) => {
  const page = await newFlag(`storage-${how}`, 'number', { defaultValue: 3 })
  await page.addInitScript((broken) => {
    const refuse = (): never => {
      throw new DOMException('No.', 'QuotaExceededError')
    }
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      const full = new Proxy(window[name], {
        get: (storage, key) => (key === 'setItem' ? refuse : Reflect.get(storage, key)),
      })
      Object.defineProperty(window, name, { get: () => (broken === 'full' ? full : refuse()) })
    }
  }, how)
  await page.reload()
  await page.getByLabel('Default value').fill('5')
  await page.getByRole('link', { name: /Production/ }).click()
  await page.getByText('Nothing saved in Production yet.').waitFor()
  await page.getByRole('link', { name: /Staging unsaved changes/ }).click()
  await vi.waitFor(async () => expect(await page.getByLabel('Default value').inputValue()).toBe('5'))
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
})

test('a boolean flag that is off and still answers true says so before it is saved, and offers false', async () => {
  const page = await newFlag('off-is-true', 'boolean', { defaultValue: true })
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByText('Off in Staging, and everyone gets true.').waitFor()
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText(/^Staging serves it now. It is off, and everyone gets true, the default./).waitFor()
  await page.getByRole('button', { name: 'Make the default false' }).click()
  await page.getByText('Off in Staging, and everyone gets true.').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save as version 3' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  // Turning it on again restores what everyone got before.
  expect(await configOf('off-is-true', 'staging')).toMatchObject({
    enabled: false,
    defaultValue: false,
    rules: [{ name: 'Everyone', conditions: [], value: true }],
  })
})

test('what the server finds wrong stands at its field', async () => {
  const page = await newFlag('refused', 'string', { defaultValue: 'a' })
  await page.getByLabel('Default value').fill('x'.repeat(10_001))
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Not saved', { exact: true }).waitFor()
  const field = page.getByLabel('Default value')
  await vi.waitFor(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'))
  await field.fill('b')
  await vi.waitFor(async () => expect(await field.getAttribute('aria-invalid')).toBeNull())
})

test('an environment without a version gets its first one', async () => {
  const page = await openFlag('recs-carousel', 'staging')
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByLabel('Default value').fill('on')
  await page.getByRole('button', { name: 'Save as version 1' }).click()
  await page.getByText('Saved as version 1', { exact: true }).waitFor()
  expect(await configOf('recs-carousel', 'staging')).toMatchObject({ version: 1, enabled: true, defaultValue: 'on' })
})

test('a version that is not everywhere yet is told as saved, with what happens next', async () => {
  const page = await newFlag('unsynced', 'boolean', { defaultValue: false })
  // The server's answer while the edge is away.
  await page.route('**/flags/unsynced', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const { id, version } = await (await route.fetch()).json()
    await route.fulfill({ status: 207, json: { id, version, syncWarning: 'The edge did not answer.' } })
  })
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved, not yet everywhere', { exact: true }).waitFor()
  await page.getByText('Off in Staging.').waitFor()
  await page.getByRole('button', { name: /Save as/ }).waitFor({ state: 'detached' })
})

test('a flag is renamed, described, archived and brought back', async () => {
  const page = await newFlag('renamed', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Better name')
  await page.getByRole('textbox', { name: 'Description' }).fill('What it is for.')
  await page.getByLabel(/Client-safe/).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Better name', exact: true }).waitFor()
  await page.getByText('What it is for.').waitFor()
  await page.getByText('client-safe').waitFor()
  await page.getByRole('button', { name: 'More for this flag' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive the flag' }).click()
  await page.getByText('This flag is archived').waitFor()
  expect(await page.getByRole('switch', { name: 'On in Staging' }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'More for this flag' }).click()
  await page.getByRole('menuitem', { name: 'Bring back' }).click()
  await page.getByText('This flag is archived').waitFor({ state: 'hidden' })
})

test('a message about what no field can mend offers none to show', async () => {
  const page = await newFlag('offline', 'boolean', { defaultValue: false })
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.route('**/flags/offline', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  const message = page.getByRole('listitem').filter({ hasText: 'Not saved' })
  await message.waitFor()
  expect(await message.getByRole('button', { name: 'Show' }).count()).toBe(0)
})

test('an archived flag says so everywhere on its page, and answers nobody', async () => {
  await makeFlag('put-away', 'boolean', { defaultValue: true })
  await api.updateFlag({ params: { projectId, flagKey: 'put-away' }, body: { archived: true } })
  const page = await openFlag('put-away', 'staging')
  await page.getByText('Archived, so apps get nothing for it.').waitFor()
  expect(await page.getByText('On in Staging.').count()).toBe(0)
  expect(await page.getByRole('switch', { name: 'On in Staging' }).isChecked()).toBe(false)
  const trial = page.getByRole('complementary', { name: 'Try it' })
  await trial.getByText('FLAG_NOT_FOUND', { exact: true }).waitFor()
  await trial.getByText('The flag is archived: apps get nothing for it.').waitFor()
  expect(await page.getByRole('navigation', { name: 'Environment' }).getByText('everyone').count()).toBe(0)
})
