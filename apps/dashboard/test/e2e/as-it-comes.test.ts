import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { holdBack } from '../support/hold-back.ts'
import { findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({
  seeded: true,
})
const { api, environments } = dashboard

const evaluated = (value: string) => ({
  flagKey: 'checkout-layout',
  environmentId: environments.staging ?? '',
  value,
  reason: 'RULE_MATCH' as const,
  sdkType: 'server' as const,
  sdkVersion: '1.0.0',
  evaluatedAt: new Date().toISOString(),
})

test('what apps were answered in the last hour shows while it goes on', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging&tab=usage')
  await page.getByRole('heading', { name: 'No answers counted in Staging' }).waitFor()
  await api.recordEvents({ body: { events: [evaluated('classic'), evaluated('classic'), evaluated('compact')] } })
  await page.getByText('3 answers in the last hour: classic 2 and compact 1.').waitFor()
  expect(await findProblems(page, 'usage-live')).toEqual([])
})

test('the frame is there before the code is, in the chosen theme, and goes when the page comes', async () => {
  const page = await dashboard.open('/members', { theme: 'light' })
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  await page.evaluate(() => localStorage.setItem('bunting-theme', 'dark'))
  const code = await holdBack(page, '**/assets/index-*.js', 'GET')
  await page.goto(page.url().replace('/members', '/flags'), { waitUntil: 'commit' })
  await code.sent
  const frame = page.locator('#frame')
  await frame.getByText('Bunting').waitFor()
  // The flags are readable before the app can be used.
  await frame.getByText('Checkout layout').waitFor()
  await takePicture(page, 'frame')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(23, 21, 20)')
  // Meanwhile the data of the list is requested.
  const asked = await page.evaluate(() => [...(window as never as Early).buntingEarly.keys()])
  const inProject = (path: string) => `/v1/projects/${dashboard.projectId}/${path}`
  expect(asked).toEqual(
    expect.arrayContaining(['/api/auth/session', inProject('environments?limit=100'), inProject('flags?limit=100')]),
  )
  const again: string[] = []
  page.on('request', (request) => again.push(request.url().replace(dashboard.url, '')))
  code.letGo()
  await page.getByRole('main').getByRole('link', { name: 'Checkout layout' }).waitFor()
  expect(await frame.count()).toBe(0)
  // None of it is requested twice.
  expect(again.filter((path) => asked.includes(path))).toEqual([])
})

test('a flag that is opened before the code is there is the first page', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  const code = await holdBack(page, '**/assets/index-*.js', 'GET')
  await page.goto(page.url().replace('/members', '/flags'), { waitUntil: 'commit' })
  await code.sent
  await page.getByRole('link', { name: 'Checkout layout' }).click()
  await page.locator('#frame').getByRole('heading', { name: 'Checkout layout' }).waitFor()
  expect(page.url()).toBe(`${dashboard.url}/projects/${dashboard.projectId}/flags/checkout-layout`)
  code.letGo()
  await page.getByRole('main').getByRole('heading', { name: 'Checkout layout' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
})

test('keys that are pressed before the code is there are not lost', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  const code = await holdBack(page, '**/assets/index-*.js', 'GET')
  await page.goto(page.url().replace('/members', '/flags'), { waitUntil: 'commit' })
  await code.sent
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  code.letGo()
  await page.getByRole('option', { name: 'Audit log', selected: true }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Search or jump to' }).inputValue()).toBe('audit')
})

type Early = { buntingEarly: Map<string, unknown> }
