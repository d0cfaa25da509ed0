import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { attribute } from '../support/try-it.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Ines Ferreira': 'viewer' } })
const { api, projectId, environments } = dashboard

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('one context is answered by every flag in every environment, and why is one press away', async () => {
  const page = await dashboard.open('/person')
  await attribute(page, 'userId').fill('u-20418')
  await attribute(page, 'email').fill('ada@northpier.example')
  const layout = row(page, 'Checkout layout')
  await layout.getByRole('button', { name: /^Production: one-page .*Staff/ }).waitFor()
  await layout.getByRole('button', { name: /^Development: one-page default/ }).waitFor()
  // The page shows what apps get.
  const { items } = await api.listAnswers({
    params: { projectId },
    body: { context: { userId: 'u-20418', attributes: { email: 'ada@northpier.example' } } },
  })
  const told = items.find(({ flagKey }) => flagKey === 'payments.max-retries')?.answers ?? {}
  await row(page, 'differs: *Payment retries')
    .getByRole('button', { name: new RegExp(`^Production: ${told[environments.production ?? '']?.value} default`) })
    .waitFor()

  await page.getByRole('checkbox', { name: 'Only where environments differ' }).check()
  await layout.waitFor({ state: 'hidden' })
  await page.getByRole('textbox', { name: 'Filter by words' }).fill('banner loyalty')
  await page.getByText(/^1 of 7 flags/).waitFor()
  expect(new URL(page.url()).search).toContain('only=differing')
  await row(page, 'Loyalty points banner')
    .getByRole('button', { name: /^Production/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Why Loyalty points banner answers this in Production/ })
  await dialog.getByText(/bucket/).waitFor()
  await dialog.getByRole('link', { name: 'Open in Try it' }).click()
  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor()
  await expect.poll(() => attribute(page, 'userId').inputValue()).toBe('u-20418')
})

test('a link brings somebody else the same context', async () => {
  const page = await dashboard.open('/person')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await attribute(page, 'userId').fill('u & 1')
  await attribute(page, 'country').fill('NL')
  await page.getByRole('button', { name: 'Copy a link to this' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await dashboard.openAs('Ines Ferreira', `/person${new URL(link).search}`)
  await expect.poll(() => attribute(other, 'userId').inputValue()).toBe('u & 1')
  await expect.poll(() => attribute(other, 'country').inputValue()).toBe('NL')
  // From then on it belongs to the other person, and leaves the address.
  await expect.poll(() => new URL(other.url()).search).toBe('')
})

test('contexts that were tried are remembered for every flag, and shared in the project by a name', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging')
  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor()
  await attribute(page, 'userId').fill('u-7')
  await attribute(page, 'country').fill('NL')
  await page.getByRole('button', { name: 'Contexts' }).click()
  await page.getByRole('button', { name: 'Name and share this' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Dutch customer')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await api.listContexts({ params: { projectId } })).items).toMatchObject([
    { name: 'Dutch customer', context: { userId: 'u-7', attributes: { country: 'NL' } } },
  ])

  await page.goto(page.url().replace(/checkout-layout.*/, 'gift-cards'))
  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Contexts' }).click()
  const tried = page.getByRole('list', { name: 'Tried lately' }).getByRole('button')
  await tried.first().waitFor()
  // The intermediate values while typing are not remembered separately.
  expect((await tried.allTextContents()).map((text) => text.replace(/[⁦-⁩]/g, ''))).toEqual(['u-7, country NL'])
  await tried.first().click()
  await expect.poll(() => attribute(page, 'country').inputValue()).toBe('NL')

  const other = await dashboard.openAs('Ines Ferreira', '/person')
  await other.getByRole('button', { name: 'Contexts' }).click()
  await other.getByRole('button', { name: /^Dutch customer/ }).click()
  await expect.poll(() => attribute(other, 'userId').inputValue()).toBe('u-7')
})
