import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'
import { addManyEnvironments } from '../support/many-environments.ts'

const dashboard = await startDashboard({ seeded: true })
await addManyEnvironments(dashboard)

test('of twenty environments the line has those that fit, production and the current one among them, and a way to all', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=training')
  const line = page.getByRole('navigation', { name: 'Environment' })
  for (const path of ['?env=training', '?env=training&tab=history', '?env=training&tab=usage']) {
    await goTo(page, `/flags/checkout-layout${path}`)
    for (const width of [400, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const more = line.getByRole('button', { name: /^\+\d+ more environments$/ })
      await more.waitFor()
      await expect.poll(() => line.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
      const names = await line.getByRole('link').locator('b').allTextContents()
      expect(names[0], `${path} at ${width}`).toBe('Production')
      expect(names, `${path} at ${width}`).toContain('Training')
      expect(await more.innerText()).toContain(`+${20 - names.length}`)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await line.getByRole('button', { name: 'more environments' }).click()
  const all = page.getByRole('dialog', { name: 'All 20 environments' })
  await all.waitFor()
  await page.keyboard.press('Tab')
  await hasFocus(all.getByRole('link', { name: /^Production v2/ }))
  expect(await all.getByRole('link').count()).toBe(20)
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'flag-all-environments')
  await all.getByRole('link', { name: /^Load test/ }).click()
  await page.waitForURL(/env=load-test&tab=usage/)
  await line.locator('[aria-current]').getByText('Load test').waitFor()
})

test('the table of segments has the environments that fit, and a way to all', async () => {
  const page = await dashboard.open('/segments')
  const table = page.getByRole('table', { name: 'Segments' })
  await table.getByRole('link', { name: 'Beta testers' }).waitFor()
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await table.getByRole('columnheader', { name: 'Production', exact: true }).waitFor()
    const wrap = page.locator('.segments > .tbl-wrap')
    await expect
      .poll(() => wrap.evaluate((one) => one.scrollWidth - one.clientWidth), {
        message: `at ${width} px`,
        timeout: 4000,
      })
      .toBe(0)
    expect(await sidewaysScroll(page)).toBe(0)
    await takePicture(page, `segments-many-${width}`)
  }
  await table.getByRole('button', { name: 'more environments of Beta testers' }).click()
  const all = page.getByRole('dialog', { name: 'All 20 environments' })
  expect(await findBarriers(page)).toEqual([])
  await all.getByRole('link', { name: /^Nightly/ }).click()
  await page.waitForURL(/segments\/[^/]+\?env=nightly/)
})
