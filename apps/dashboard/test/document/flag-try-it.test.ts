import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { attribute } from '../support/try-it.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, projectId, environments } = dashboard

const openTry = async (): Promise<Page> => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging')
  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor()
  return page
}

const steps = (page: Page) => page.getByRole('list', { name: 'Rule by rule' }).locator('> li')

test('the answer comes as one types, with the reason rule by rule, and is the one the API gives', async () => {
  const page = await openTry()
  await page.keyboard.press('t')
  await page.keyboard.type('u-20418')
  await page.getByText('No rule matched, so it is the default.').waitFor()
  await attribute(page, 'email').fill('sanne@example.com')
  await attribute(page, 'country').fill('NL')
  await attribute(page, 'appVersion').fill('4.3.1')
  await steps(page).nth(0).getByText('email sanne@example.com does not end with @northpier.example').waitFor()
  await steps(page).nth(1).getByText('country NL is one of NL, BE').waitFor()
  const told = await api.explainFlag({
    params: { projectId, envId: environments.staging ?? '', flagKey: 'checkout-layout' },
    body: {
      context: { userId: 'u-20418', attributes: { email: 'sanne@example.com', country: 'NL', appVersion: '4.3.1' } },
    },
  })
  const bucket = (told.rules[1]?.bucket ?? 0) / 1_000
  await steps(page)
    .nth(1)
    .getByText(`bucket ${bucket.toFixed(3)}`)
    .waitFor()
  await page.getByRole('complementary').getByText(told.result.reason, { exact: true }).waitFor()
})

test('the draft and what is live are told apart', async () => {
  const page = await openTry()
  await attribute(page, 'email').fill('ada@northpier.example')
  await page.getByText('Rule 1, Staff, matched.').waitFor()
  await page.getByRole('switch', { name: 'Staff: on' }).click()
  await page.getByText('No rule matched, so it is the default. Version 2 gives one-page.').waitFor()
  await steps(page).nth(0).getByText('Off, so it is passed over.').waitFor()
  await page.getByRole('radio', { name: 'Live v2' }).click()
  await page.getByText('Rule 1, Staff, matched.').waitFor()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('radio', { name: 'Draft' }).click()
  await page.getByText('It is off in Staging, so everyone gets the default. Version 2 gives one-page.').waitFor()
})

test('an attribute that no rule knows can be added, and is kept over a reload', async () => {
  const page = await openTry()
  await page.getByRole('button', { name: 'Attribute', exact: true }).click()
  await page.getByLabel('Name of the attribute').fill('plan')
  await page.keyboard.press('Enter')
  await attribute(page, 'plan').fill('team')
  await page.reload()
  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor()
  expect(await attribute(page, 'plan').inputValue()).toBe('team')
})
