import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { addOldFlags } from '../support/old-flags.ts'

const numbers = Array.from({ length: 5_000 }, (_, index) => String(index).padStart(4, '0'))
const { open } = await startDashboard({
  fill: (dataDir) =>
    addOldFlags(
      dataDir,
      numbers.map((number) => ({ key: `flag-${number}`, name: `Flag ${number}` })),
    ),
})

test('five thousand flags are filtered as one types, and few of them are in the page', async () => {
  const page = await open('/flags?sort=name')
  const all = page.getByRole('status').filter({ hasText: '5,000 of 5,000' })
  await all.waitFor({ state: 'attached' })
  // The same number format in a switch as in a sentence.
  await page.getByRole('radio', { name: /^Active\s*5,000$/ }).waitFor()
  const rows = page.locator('tbody tr[data-index]')
  expect(await rows.first().textContent()).toContain('Flag 0000')
  expect(await rows.count()).toBeLessThan(60)

  await page.keyboard.press('End')
  // Rows that come into view get their summary: the last actor, and why the flag could be removed.
  await page.getByRole('row', { name: /Flag 4999.*operator.*Not asked for 30 days/ }).waitFor()
  expect(await rows.count()).toBeLessThan(60)
  // However far one scrolls, the column headers stay in view, under the top bar.
  const head = page.getByRole('columnheader', { name: 'Last change' })
  expect(await head.evaluate((one) => one.getBoundingClientRect().top)).toBe(48)
  const all5000 = page.getByRole('checkbox', { name: 'Select all that are shown' })
  await all5000.check()
  await page.getByText('5,000 flags selected').waitFor()
  await all5000.uncheck()

  await page.keyboard.press('/')
  await page.keyboard.type('flag-123')
  await expect
    .poll(() => page.locator('tbody .name').allTextContents())
    .toEqual(Array.from({ length: 10 }, (_, index) => `Flag 123${index}`))
  await page.getByRole('link', { name: 'Flag 1234' }).click()
  // The list unmounts when the flag is drawn. Going back sooner would not mount it again.
  await page.getByRole('heading', { name: 'Flag 1234', exact: true }).waitFor()
  // On return the list is drawn completely from memory: no request is answered any more, and the memory is outdated.
  await page.route('**/v1/**', (route) => route.abort())
  await page.clock.setFixedTime(Date.now() + 60_000)
  let failures = 0
  const triedThrice = page.waitForEvent(
    'requestfailed',
    (request) => request.url().includes('/flags?limit=') && ++failures === 3,
  )
  await page.goBack()
  await page.getByRole('link', { name: 'Flag 1239' }).waitFor()
  await triedThrice
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.getByRole('link', { name: 'Flag 0000' }).waitFor()
  await all.waitFor({ state: 'attached' })
})

test('End leads to the last flag, though the code that follows the window comes while the window scrolls', async () => {
  const page = await open('/members')
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  const sent = Promise.withResolvers<void>()
  await page.route('**/assets/dialogs-*.js', async (route) => {
    const response = await route.fetch()
    const firstScroll = `new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))`
    await route.fulfill({ response, body: `await ${firstScroll}\n${await response.text()}` })
    sent.resolve()
  })
  await page.goto(page.url().replace('/members', '/flags?sort=name'))
  await page.getByRole('radio', { name: /^Active\s*5,000$/ }).waitFor()
  await sent.promise
  // Writing the window's position, even where it is, ends the scroll.
  let writes = 0
  await page.exposeFunction('scrollTo', () => ++writes)
  await page.keyboard.press('End')
  await expect.poll(() => page.locator('tbody tr[data-index]').last().textContent()).toContain('Flag 4999')
  expect(writes).toBe(0)
})
