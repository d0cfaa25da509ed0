import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { addFlagWithPast } from '../support/flag-with-past.ts'
import { hour, scheduled } from '../support/schedules.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Ines Ferreira': 'editor', 'Vera Viewer': 'viewer' },
  fill: addFlagWithPast,
})
const { api, projectId } = dashboard
const { place, newFlag } = scheduled(dashboard)

const timeline = (flagKey: string, more = '') => `/flags/${flagKey}?tab=timeline${more}`
const toCome = (page: Page) => page.getByRole('region', { name: 'To come' })
const whatWas = (page: Page) => page.getByRole('region', { name: 'What was' })
const rows = async (list: ReturnType<typeof toCome>) =>
  (await list.getByRole('listitem').allTextContents()).map((text) => text.replaceAll(/\u00a0/g, ' '))

test('what is to come and what was stand in words, of every environment', async () => {
  const page = await dashboard.openAs('Ines Ferreira', timeline('slow-checkout'))
  await toCome(page).getByRole('listitem').first().waitFor()
  const coming = await rows(toCome(page))
  expect(coming.at(0)).toMatch(/Production 80 % to 100 %, the last of 8 steps ramp by/)
  expect(coming.at(-1)).toMatch(/Production 25 % to 40 % ramp by .*in 4 h$/)
  const past = await rows(whatWas(page))
  expect(past[0]).toMatch(/Production version 8: rule 1, Pilot: rollout from 20 % to 25 % ramp by/)
  for (const said of ['Development version 1: first version', 'Staging version 2: rule 1', 'version 3: turned off']) {
    expect(past.some((text) => text.includes(said))).toBe(true)
  }
  await whatWas(page).getByRole('link', { name: 'v8', exact: true }).click()
  await page.getByRole('heading', { name: 'Version 7 to version 8', exact: true }).waitFor()
})

test('a lane has the versions, a ramp is a stair with its guardrail first and last, and it is steered below', async () => {
  const page = await dashboard.openAs('Ines Ferreira', timeline('slow-checkout'))
  const lanes = page.getByRole('region', { name: 'Lanes' })
  await lanes.getByRole('link', { name: /^Staging, version 1/ }).waitFor()
  // The percent sign is shown only if there is room. Ramps are loaded separately from versions.
  const shares = async () => (await lanes.locator('.share').allTextContents()).map((text) => Number.parseInt(text, 10))
  await expect.poll(shares).toEqual([5, 10, 15, 20, 25, 40, 60, 80, 100])
  await lanes.getByRole('img', { name: /^checkout_errors: 0.012 first, 0.014 now. Above 0.05/ }).waitFor()
  const ramp = page.getByRole('region', { name: 'A ramp in Production' })
  await ramp.getByText(/25\s% now, 40\s% \w+ \d\d:\d\d, everyone /).waitFor()
  await ramp.getByRole('button', { name: 'Roll back' }).waitFor()
})

test('earlier and later go by the range, by button and by key, and now comes back', async () => {
  const page = await dashboard.openAs('Ines Ferreira', timeline('slow-checkout'))
  await whatWas(page).getByText('version 8').waitFor()
  await page.keyboard.press('[')
  await expect
    .poll(() => rows(whatWas(page)).then((past) => past.some((text) => text.includes('version 8'))))
    .toBe(false)
  expect(page.url()).toContain('from=')
  await page.keyboard.press('0')
  await whatWas(page).getByText('version 8').waitFor()
  await page.getByRole('button', { name: 'Earlier', exact: true }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await whatWas(page).getByText('version 8').waitFor()
})

test('what is before the range is counted, and all of it is one press away', async () => {
  const page = await dashboard.openAs('Ines Ferreira', timeline('slow-checkout'))
  await page.getByRole('button', { name: /^1 earlier version, since / }).click()
  await whatWas(page)
    .getByText(/Production.*version 1: first version, rolled out to 1\s%/)
    .waitFor()
  expect(page.url()).toContain('range=all')
})

test('one environment or one kind is picked out of it', async () => {
  const page = await dashboard.openAs('Ines Ferreira', timeline('slow-checkout'))
  await whatWas(page).getByText('version 8').waitFor()
  await page.getByRole('button', { name: 'Environment', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Staging' }).click()
  await expect.poll(async () => (await rows(whatWas(page))).length).toBe(2)
  await page.getByRole('button', { name: 'Kind', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Proposals' }).click()
  await page.getByText('Nothing happened in these days').waitFor()
})

test('where nothing happened the last change is a link to where it is', async () => {
  const page = await dashboard.openAs('Ines Ferreira', timeline('slow-checkout', '&range=day&from=2020-01-01'))
  await page.getByRole('heading', { name: 'Nothing happened in these days' }).waitFor()
  await page.getByRole('button', { name: 'version 8 in Production' }).click()
  await whatWas(page).getByText('version 8').waitFor()
})

test('what waits leads to its review, and what is proposed meanwhile shows by itself', async () => {
  await newFlag('watched')
  await api.createFlagVersion({
    params: place('staging', 'watched'),
    body: { version: 2, enabled: false, defaultValue: false, rules: [] },
  })
  const page = await dashboard.openAs('Ines Ferreira', timeline('watched'))
  await whatWas(page).getByText('version 2: turned off').waitFor()
  await api.createProposal({
    params: place('production', 'watched'),
    body: { version: 0, enabled: true, defaultValue: true, rules: [], comment: 'For everyone' },
  })
  const waiting = toCome(page).getByRole('listitem').filter({ hasText: 'For everyone' })
  await waiting.getByText('proposed by First server key').waitFor()
  await api.createSchedule({
    params: place('staging', 'watched'),
    body: { steps: [{ after: hour, change: { enabled: true } }] },
  })
  await toCome(page).getByText('turns it on').waitFor()
  await waiting.getByRole('link', { name: 'Review' }).click()
  await page.getByRole('heading', { name: 'Change to watched' }).waitFor()
})

test('with more than eight environments those where nothing happens are folded away', async () => {
  for (let made = 0; made < 7; made++) {
    await api.createEnvironment({ params: { projectId }, body: { name: `Quiet ${made}`, slug: `quiet-${made}` } })
  }
  const page = await dashboard.openAs('Vera Viewer', timeline('slow-checkout'))
  const lanes = page.getByRole('region', { name: 'Lanes' })
  await lanes.getByRole('link', { name: 'Production', exact: true }).waitFor()
  expect(await lanes.getByRole('link', { name: /^Quiet \d$/ }).count()).toBe(0)
  await lanes.getByRole('button', { name: '7 quiet ones' }).click()
  await expect.poll(() => lanes.getByRole('link', { name: /^Quiet \d$/ }).count()).toBe(7)
})
