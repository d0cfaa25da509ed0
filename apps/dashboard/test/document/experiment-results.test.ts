import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { experimentsOf, showDays, showResults, someResults } from '../support/experiments.ts'

const dashboard = await startDashboardHere({ members: { 'Ines Ferreira': 'editor' } })
const { api } = dashboard
const { newMetric, newRun, place } = experimentsOf(dashboard)
await newMetric('orders', 'Orders')
await newMetric('errors', 'Payment errors', { event: 'payment-error', direction: 'decrease' })

const open = async (flagKey: string, results = someResults(), fields: object = {}) => {
  const id = await newRun(flagKey, fields)
  const page = await dashboard.openAs('Ines Ferreira', '/flags')
  await showResults(page, results)
  await page.getByRole('link', { name: 'Experiments' }).first().click()
  await page.getByRole('link', { name: `Try ${flagKey}` }).click()
  await page.getByRole('heading', { name: 'What now?' }).waitFor()
  return { page, id }
}

test('the page answers in order: can you trust it, what happened, what now', async () => {
  const { page } = await open('in-order')
  expect(await page.locator('.three-questions h2').allTextContents()).toEqual([
    'Can you trust it?',
    'What happened?',
    'What now?',
  ])
  await page.getByText('As planned: chance alone explains the rest (p 0.71').waitFor()
  await page.getByText('9,100 of 10,100 units', { exact: true }).waitFor()
  await page.getByText('one-page converts 2.1 % to 11 % better than classic').waitFor()
})

test('the plot is a table, which says all that it draws', async () => {
  const { page } = await open('as-table')
  const table = page.getByRole('table', { name: /^Lift of each variant over classic/ })
  const row = table.getByRole('row', { name: /one-page/ })
  await row.getByText('11.20 % → 11.92 %').waitFor()
  await row.getByText('+6.4 % +2.1 to +10.9 %').waitFor()
  await row.getByText('Better', { exact: true }).waitFor()
  expect(await table.locator('svg:not([aria-hidden])').count()).toBe(0)
  await showDays(
    page,
    ['2026-11-10', '2026-11-11'].map((date, at) => ({
      date,
      variants: { 'one-page': { n: 100 * (at + 1), lift: { value: 0.05, low: -0.1 + at * 0.09, high: 0.2 } } },
    })),
  )
  await row.getByRole('button', { name: 'Orders, one-page: over days' }).click()
  const days = page.getByRole('table', { name: 'Lift by day' })
  await days.getByRole('row', { name: '11 Nov 2026 200 +5.0 % −1.0 to +20.0 %' }).waitFor()
  await page.getByRole('radio', { name: 'Numbers' }).click()
  await page
    .getByRole('row', { name: /^Orders one-page 4,500 11\.92 %.*\+2\.1 % \+10\.9 % 0\.002 100 % Better$/ })
    .waitFor()
})

test('no variant is chosen beforehand, and one against the recommendation takes a comment', async () => {
  const { page, id } = await open('shipped')
  expect(await page.getByRole('group', { name: 'Which variant' }).getByRole('radio', { checked: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Choose a variant to ship', disabled: true }).waitFor()
  await page.getByRole('radio', { name: /^classic/ }).click()
  await page.getByRole('button', { name: 'Say why, against the recommendation', disabled: true }).waitFor()
  await page.getByRole('radio', { name: /^one-page better on Orders/ }).click()
  // The server has counted nobody: to it, every variant is against the recommendation.
  await page.getByLabel(/^Comment/).fill('We are sure')
  await page.getByRole('button', { name: 'Ship one-page as version 2' }).click()
  await page.getByText('You shipped one-page where the rule matches').waitFor()
  await page.getByText('“We are sure”').waitFor()
  const { status, decision } = await api.getExperiment({ params: { experimentId: id } })
  expect([status, decision?.variant]).toEqual(['stopped', 'one-page'])
  const [latest] = (await api.listFlagVersions({ params: place('shipped') })).items
  expect(latest?.config.rules).toMatchObject([{ value: 'one-page' }])
})

test('with a split that is off nothing is said of a variant, and the SDK is named', async () => {
  const { page } = await open(
    'broken',
    someResults({
      srm: { p: 1e-9, chiSquareP: 1e-9, status: 'mismatch' },
      health: { mismatched: [{ sdkType: 'web', sdkVersion: '0.4.1', count: 812 }], late: 0, ignored: 0, identity: 0 },
      recommendation: { kind: 'broken_split', why: '' },
    }),
  )
  await page.getByText('No: the split is off').waitFor()
  await page.getByText('812 exposures with a wrong variant, by web 0.4.1').waitFor()
  await page.getByRole('cell', { name: 'No verdict' }).waitFor()
  await page.getByText('Nothing can be said until the split is right').waitFor()
  expect(await page.getByRole('form', { name: 'Ship a variant' }).count()).toBe(0)
})

test('every guardrail says of each variant whether it is safe', async () => {
  const guarded = (value: number) => ({
    ...{ n: 4_500, mean: 0.02, deviation: 0.1, status: 'enough' as const, method: 'sequential' as const },
    lift: { value, low: value - 0.05, high: value + 0.05 },
  })
  const results = someResults()
  const { page } = await open(
    'guarded',
    {
      ...results,
      metrics: [
        ...results.metrics,
        {
          key: 'errors',
          role: 'guardrail',
          variants: { classic: { n: 4_600, mean: 0.02, deviation: 0.1 }, 'one-page': guarded(0.4) },
        },
      ],
      guardrails: [{ metric: 'errors', variant: 'one-page', status: 'crossed', evidence: 900 }],
      recommendation: { kind: 'stop', variant: 'one-page', metric: 'errors', why: '' },
    },
    // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
    { guardrails: [{ metric: 'errors', worseBy: 0.2, then: 'notify' }] },
  )
  const row = page.getByRole('row', { name: /^Payment errors/ })
  await row.getByText('20 % worse: notifies').waitFor()
  await row.getByText('Crossed', { exact: true }).waitFor()
  await page.getByRole('radio', { name: /^one-page better on Orders; a guardrail crossed; needs a comment/ }).waitFor()
  await page.getByText('one-page is worse on the guardrail errors than is tolerated. Stop it.').waitFor()
})

test('one that was stopped can still end in a variant, and asks nothing any more once it has', async () => {
  const { page, id } = await open('after-all')
  await api.stopExperiment({ params: { experimentId: id }, body: { note: 'Enough' } })
  await page.getByText('It was stopped by hand: Enough').waitFor()
  expect(await page.locator('.recommendation').textContent()).toMatch(/9,100 of 10,100 units counted\.$/)
  await page.getByRole('button', { name: 'Ship a variant' }).click()
  await page.getByRole('radio', { name: /^one-page/ }).click()
  await page.getByLabel(/^Comment/).fill('After all')
  await page.getByRole('button', { name: 'Ship one-page as version 2' }).click()
  await page.getByText('You shipped one-page where the rule matches').waitFor()
  expect(await page.getByRole('button', { name: 'Ship a variant' }).count()).toBe(0)
})

test('of a first day the figures stand there; from the second on they are drawn', async () => {
  const { page } = await open('one-day')
  const lift = { value: 0.05, low: -0.1, high: 0.2 }
  await showDays(page, [{ date: '2026-11-10', variants: { 'one-page': { n: 120, lift } } }])
  await page.getByRole('button', { name: 'Orders, one-page: over days' }).click()
  await page.getByText('So far there is one day to tell of').waitFor()
  await page.getByRole('row', { name: '10 Nov 2026 120 +5.0 % −10.0 to +20.0 %' }).waitFor()
  expect(await page.locator('.days-plot').count()).toBe(0)
})
