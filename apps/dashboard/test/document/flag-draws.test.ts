import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'

const dashboard = await startDashboardHere()
const { configOf, newFlag } = flagEditor(dashboard)

const save = async (page: Awaited<ReturnType<typeof newFlag>>) => {
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
}

test('a rule says whose assignment it keeps, and how many change sides before it draws as Bunting does', async () => {
  const rules = [
    { id: 'half', value: true, rolloutPercentage: 50, hash: { kind: 'launchdarkly', salt: 'checkout.0123.' } },
  ]
  const page = await newFlag('moved-in', 'boolean', { defaultValue: false, rules })
  await page.getByText('Keeps the assignment of LaunchDarkly.').waitFor()
  await page.getByRole('button', { name: 'Use Bunting’s own' }).click()
  const asks = page.getByRole('dialog', { name: 'Draw as Bunting does?' })
  await asks.getByText('About 50 of every 100 people who match change sides').waitFor()
  await asks.getByRole('button', { name: 'Draw as Bunting does' }).click()
  await page.getByText('Keeps the assignment of LaunchDarkly.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').getByText('Drawn as Bunting does instead of LaunchDarkly').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect((await configOf('moved-in', 'staging'))?.rules[0]).not.toHaveProperty('hash')
})

test('a share of a layer is added as a condition, and told in words', async () => {
  const rules = [{ id: 'one', value: true }]
  const page = await newFlag('layered', 'boolean', { defaultValue: false, rules })
  await rule(page, 1).getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByLabel('End of condition 1 of rule 1').fill('25')
  await page.getByLabel('Layer of condition 1 of rule 1').fill('checkout')
  await page.getByLabel('Unit of condition 1 of rule 1').fill('companyId')
  await save(page)
  const condition = { operator: 'in_share', attribute: 'companyId', value: { from: 0, to: 25, salt: 'checkout' } }
  expect((await configOf('layered', 'staging'))?.rules[0]).toMatchObject({ conditions: [condition] })
})

test('a boolean flag is split over true and false', async () => {
  const page = await newFlag('halves', 'boolean', { defaultValue: false, rules: [{ id: 'one', value: true }] })
  await rule(page, 1).getByRole('button', { name: 'Split', exact: true }).click()
  await page.getByLabel('Weight of true in rule 1').fill('30')
  await page.getByLabel('Weight of false in rule 1').fill('70')
  await save(page)
  const distribution = [
    { variant: 'true', weight: 30 },
    { variant: 'false', weight: 70 },
  ]
  expect((await configOf('halves', 'staging'))?.rules[0]).toMatchObject({ distribution })
})

test('flags in one layer show each other, and whether they have people in common', async () => {
  const inLayer = (from: number, to: number) => [
    { id: 'one', value: true, conditions: [{ operator: 'in_share', value: { from, to, salt: 'pricing' } }] },
  ]
  await newFlag('discounts', 'boolean', { defaultValue: false, rules: inLayer(0, 25) })
  const page = await newFlag('bundles', 'boolean', { defaultValue: false, rules: inLayer(25, 50) })
  const mates = page.getByRole('list', { name: 'In the same layer' })
  const said = async () => (await mates.textContent())?.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')
  await expect.poll(said).toBe('discounts is for those whose user is between 0 % and 25 % of the layer pricing')
  await page.getByLabel('Start of condition 1 of rule 1').fill('20')
  await mates.getByText(/that has people in common with 20\s% to 50\s% here/).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await mates.getByRole('link', { name: 'discounts' }).click()
  await page.getByRole('heading', { name: 'discounts', exact: true }).waitFor()
  await mates.getByRole('link', { name: 'bundles' }).waitFor()
})

test('a split that is drawn by the sum of its weights keeps that, and the review says how many get another variant', async () => {
  const hash = { kind: 'unleash', salt: 'checkout:' }
  const distribution = [
    { variant: 'true', weight: 500 },
    { variant: 'false', weight: 500 },
  ]
  const page = await newFlag('drawn-by-sum', 'boolean', {
    defaultValue: false,
    rules: [{ id: 'one', distribution, hash }],
  })
  await page.getByText(/Unleash draws by the sum of the weights, 1,000\./).waitFor()
  await page.getByLabel('Weight of true in rule 1').fill('300')
  await expect.poll(() => page.getByLabel('Weight of false in rule 1').inputValue()).toBe('700')
  await page.getByRole('button', { name: 'Review diff' }).click()
  const review = page.getByRole('dialog')
  await review.getByText('About 20 of every 100 people in it get another variant.').waitFor()
  await review.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect((await configOf('drawn-by-sum', 'staging'))?.rules[0]).toMatchObject({
    hash,
    distribution: [
      { variant: 'true', weight: 300 },
      { variant: 'false', weight: 700 },
    ],
  })
})

test('a review says which SDKs in use do not know what a draft has', async () => {
  const { api, projectId, environments } = dashboard
  const page = await newFlag('ahead', 'boolean', { defaultValue: false, rules: [{ id: 'one', value: true }] })
  const { id: flagId, orgId } = await api.getFlag({ params: { projectId, flagKey: 'ahead' } })
  const of = { flagKey: 'ahead', flagId, orgId, environmentId: environments.staging ?? '', reason: 'DEFAULT' as const }
  const sdk = { sdkType: 'server' as const, sdkVersion: '0.5.0', evaluatedAt: Date.now() }
  await api.recordEvents({ body: { events: [{ ...of, ...sdk, value: true }] } })
  const listed = async () => (await api.getSdks({ params: { projectId, envId: of.environmentId } })).items.length
  await expect.poll(listed).toBe(1)
  await page.reload()
  const older = page.getByRole('dialog').getByText('0.5.0 of the server SDK')
  await rule(page, 1).getByLabel('Value').first().waitFor()
  await rule(page, 1).getByRole('button', { name: 'Split', exact: true }).click()
  await page.getByRole('button', { name: 'Review diff' }).click()
  await older.waitFor()
  expect(await older.textContent()).toContain('does not know a split of a boolean flag')
})
