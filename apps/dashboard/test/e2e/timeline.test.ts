import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { addFlagWithPast } from '../support/flag-with-past.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findProblems } from '../support/look.ts'
import { scheduled } from '../support/schedules.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { 'Ines Ferreira': 'editor' },
  fill: addFlagWithPast,
})
const { api } = dashboard
const { place } = scheduled(dashboard)
const path = '/flags/slow-checkout?tab=timeline'
const wide = { width: 1280, height: 900 }

test('a timeline with a ramp fits every window, in light and dark, and everybody can use it', async () => {
  await api.createSchedule({
    params: place('staging', 'slow-checkout'),
    body: { steps: [{ after: 22 * 3_600, change: { rules: { pilot: { rolloutPercentage: 100 } } } }] },
  })
  const page = await dashboard.openAs('Ines Ferreira', path)
  await page.getByRole('link', { name: /^Staging, version 2/ }).waitFor()
  expect(await findProblems(page, 'timeline-ramp')).toEqual([])
})

test('arrows go from pennant to pennant and from lane to lane, and Enter opens the version', async () => {
  const page = await dashboard.openAs('Ines Ferreira', path, wide)
  const lanes = page.getByRole('region', { name: 'Lanes' })
  const staging = (version: number) => lanes.getByRole('link', { name: new RegExp(`^Staging, version ${version}`) })
  await staging(2).waitFor()
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  // To the name of the first lane, and then to its first pennant.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await hasFocus(staging(1))
  await page.keyboard.press('ArrowRight')
  await hasFocus(staging(2))
  await page.keyboard.press('ArrowDown')
  await hasFocus(lanes.getByRole('link', { name: /^Development, version 1/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Versions' }).getByText('Version 1').first().waitFor()
})

test('pennants that are too close are one with a number, which spreads them', async () => {
  const page = await dashboard.openAs('Ines Ferreira', path, wide)
  const lanes = page.getByRole('region', { name: 'Lanes' })
  const together = lanes.getByRole('button', { name: '2 in Production, close together: show each' })
  await together.click()
  const [off, on] = [3, 4].map((version) =>
    lanes.getByRole('link', { name: new RegExp(`^Production, version ${version}`) }),
  )
  await off?.waitFor()
  const [one, other] = [await off?.boundingBox(), await on?.boundingBox()]
  expect((other?.x ?? 0) - (one?.x ?? 0)).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Escape')
  await together.waitFor()
})

test('on a narrow window there are no lanes: the ramp, and the lists', async () => {
  const page = await dashboard.openAs('Ines Ferreira', path, { width: 400, height: 900 })
  const ramp = page.getByRole('region', { name: 'A ramp in Production' })
  await ramp.getByRole('img', { name: /^Running, 4 of 8 steps done/ }).waitFor()
  expect(await page.locator('.lanes').isVisible()).toBe(false)
  await page.getByRole('region', { name: 'What was' }).getByRole('link', { name: 'v8', exact: true }).waitFor()
})
