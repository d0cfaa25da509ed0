import type { Client } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dayMs = 24 * 60 * 60 * 1_000
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString()

const dashboard = await startDashboard({ seeded: true })
const { api, environments } = dashboard
const environmentId = environments.production ?? ''

type Day = { days: number; values: Record<string, number> }

/** Reports evaluations of past days, and aggregates them like the nightly run. */
const count = async (client: Client, envId: string, flagKey: string, history: readonly Day[]) => {
  for (const { days, values } of history) {
    const events = Object.entries(values).map(([value, times]) => ({
      flagKey,
      environmentId: envId,
      value,
      reason: value === 'classic' ? ('DEFAULT' as const) : ('RULE_MATCH' as const),
      ruleId: { compact: 'pilot-countries', 'one-page': 'a-rule-from-before' }[value] ?? null,
      sdkType: 'server' as const,
      sdkVersion: '1.0.0',
      evaluatedAt: daysAgo(days),
      count: times,
    }))
    await client.recordEvents({ body: { events } })
    await client.backfillUsage({ body: { date: daysAgo(days).slice(0, 10), environmentId: envId } })
  }
}

const history = Array.from({ length: 20 }, (_, index) => ({
  days: 20 - index,
  values: { classic: 40 + ((index * 7) % 23), compact: 3 + (index % 5), 'one-page': 1 + Math.floor(index / 3) },
})).filter(({ days }) => days !== 9)
await count(api, environmentId, 'checkout-layout', history)

const total = history.reduce((sum, { values }) => sum + Object.values(values).reduce((all, one) => all + one, 0), 0)

const sumOf = (value: string): number =>
  history.reduce((sum, { values }) => sum + (values[value as keyof typeof values] ?? 0), 0)

test('the chart has totals, a legend, says which days had no answers, fits every window, and is there as a table', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=production&tab=usage')
  await page.getByText(new Intl.NumberFormat('en').format(total), { exact: true }).waitFor()
  const legend = page.getByRole('list', { name: 'Values' })
  expect((await legend.getByRole('listitem').allTextContents()).map((text) => text.split(' ')[0])).toEqual(
    ['compact', 'one-page', 'classic'].sort((one, other) => sumOf(one) - sumOf(other)),
  )
  await page.getByText(/Counted nightly, in UTC\. No answers on \d+ \w+\./).waitFor()
  await page.locator('.recharts-bar-rectangle path').first().waitFor()
  // One bar per day for every value, and none for the gap.
  await expect.poll(() => page.locator('.recharts-bar-rectangle path').count()).toBe(3 * history.length)
  expect(await findProblems(page, 'usage')).toEqual([])
  const rules = page.getByRole('region', { name: 'Rules' }).getByRole('listitem')
  expect((await rules.allInnerTexts()).map((text) => text.split(/\s*\n\s*/)[0])).toEqual([
    'Staff',
    'Pilot countries',
    'a-rule-from-before no longer there',
  ])
  expect(await rules.nth(1).innerText()).toContain(String(sumOf('compact')))
  await page.locator('.recharts-bar-rectangle path').last().hover()
  await takePicture(page, 'usage-day')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByText('In numbers, day by day').click()
  const table = page.getByRole('table', { name: 'Answers by day and value' })
  await table.waitFor()
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Day',
    'classic',
    ...(sumOf('one-page') > sumOf('compact') ? ['one-page', 'compact'] : ['compact', 'one-page']),
    'Errors',
    'All',
  ])
  const newest = history.at(-1)
  const cells = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
  expect(cells[1]).toBe(String(newest?.values.classic))
  await table.getByText('no answers').first().waitFor()
  await takePicture(page, 'usage-table')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: '7 days' }).click()
  await page.getByText('answers in 7 days').waitFor()
  await expect.poll(() => page.locator('.recharts-bar-rectangle path').count()).toBe(18)

  // Without any figures, the page says how to report evaluations.
  await goTo(page, '/flags/gift-cards?env=staging&tab=usage')
  await page.getByRole('heading', { name: 'No answers counted in Staging' }).waitFor()
  await page.getByText('/v1/telemetry/events').waitFor()
  await page.getByText(environments.staging ?? '').waitFor()
  await takePicture(page, 'usage-none')
  expect(await findBarriers(page)).toEqual([])
})

test('on the Free plan a longer range is cut, and the page says why', async () => {
  const free = await startDashboard({ settings: { BUNTING_BOOTSTRAP_PLAN: 'free' } })
  const envId = free.environments.production ?? ''
  await free.api.createFlag({ params: { projectId: free.projectId }, body: { key: 'a', name: 'A', type: 'string' } })
  await count(free.api, envId, 'a', [
    { days: 2, values: { classic: 5 } },
    { days: 20, values: { classic: 7 } },
  ])
  const page = await free.open('/flags/a?env=production&tab=usage')
  await page.getByText('answers in 7 days').waitFor()
  expect(await page.getByText('The Free plan shows the last 7 days').count()).toBe(0)
  await page.getByRole('radio', { name: '30 days' }).click()
  await page.getByText('The Free plan shows the last 7 days').waitFor()
  await page.getByText('5 answers in 7 days').waitFor()
  await takePicture(page, 'usage-free')
  expect(await findBarriers(page)).toEqual([])
})

test('the last hour is a chart by the minute, in every window', async () => {
  const minutes = [1, 2, 3, 7, 12, 20, 33, 48]
  const events = minutes.map((ago, index) => ({
    flagKey: 'checkout-layout',
    environmentId: environments.staging ?? '',
    value: index % 3 === 0 ? 'compact' : 'classic',
    reason: 'DEFAULT' as const,
    ruleId: null,
    sdkType: 'server' as const,
    sdkVersion: '1.0.0',
    evaluatedAt: new Date(Date.now() - ago * 60_000).toISOString(),
    count: 10 + index * 4,
  }))
  await api.recordEvents({ body: { events } })
  const page = await dashboard.open('/flags/checkout-layout?env=staging&tab=usage')
  const hour = page.getByRole('region', { name: 'The last hour' })
  await hour.getByText(/192 answers in the last hour: classic/).waitFor()
  expect(await hour.locator('svg g').count()).toBe(60)
  expect(await hour.locator('svg g rect:not(:first-of-type)').count()).toBe(minutes.length)
  expect(await findProblems(page, 'usage-hour')).toEqual([])
})
