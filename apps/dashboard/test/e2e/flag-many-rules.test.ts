import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openDevTools, touch } from '../support/desks.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { goTo } from '../support/go-to.ts'
import { spentBy } from '../support/processor-time.ts'

const dashboard = await startDashboard()
const { makeFlag, openFlag } = flagEditor(dashboard)

const rules = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `rule_${at}`,
    name: `Rule number ${at + 1}`,
    conditions: [
      { attribute: 'email', operator: 'ends_with', value: '@northpier.example' },
      { attribute: 'country', operator: 'in', value: ['NL', 'BE', 'DE', 'FR', 'LU'] },
      { attribute: 'plan', operator: 'equals', value: `pro-${at + 1}` },
    ],
    value: true,
    rolloutPercentage: 10,
  }))
for (const count of [1, 100]) await makeFlag(`rules-${count}`, 'boolean', { defaultValue: false, rules: rules(count) })

test('of a hundred rules all are there at once, in a line, and become whole while the page can be used', async () => {
  const page = await openFlag('rules-1', 'staging')
  touch(page)
  await page.evaluate(() => {
    const look = new MutationObserver(() => {
      const cards = document.querySelectorAll('.rules article').length
      if (cards < 100) return
      const text = document.querySelector('.rules')?.textContent ?? ''
      Object.assign(window, { atFirst: { whole: document.querySelectorAll('.rule-body').length, cards, text } })
      look.disconnect()
    })
    look.observe(document.body, { subtree: true, childList: true })
  })
  await goTo(page, '/flags/rules-100?env=staging')
  await rule(page, 100).waitFor()
  const { whole, cards, text } = await page.evaluate(
    () => (window as unknown as { atFirst: { whole: number; cards: number; text: string } }).atFirst,
  )
  // With the default.
  expect(cards).toBe(101)
  expect(whole).toBeLessThan(20)
  // Whoever searches the page finds what is in a rule that is not whole yet.
  expect(text).toContain('pro-100')

  await page.getByLabel('Name of rule 1', { exact: true }).fill('Renamed meanwhile')
  await page.getByText('1 unsaved change').waitFor()
  // In the end all of them are, in view or not.
  await expect.poll(() => page.locator('.rule-body').count()).toBe(100)
  expect(await page.getByLabel('Value of condition 3 of rule 100').inputValue()).toBe('pro-100')
  expect(await page.getByLabel('Name of rule 1', { exact: true }).inputValue()).toBe('Renamed meanwhile')
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('turning a rule off takes little more among a hundred than where it is alone', async () => {
  const page = await openFlag('rules-1', 'staging')
  const devTools = await openDevTools(page)
  const spent = async () => {
    await page.getByRole('switch', { name: 'Rule number 1: on' }).click()
    await page.getByText('1 unsaved change').waitFor()
    return spentBy(page, devTools, () => page.keyboard.press('Space'))
  }
  const alone = await spent()
  await goTo(page, '/flags/rules-100?env=staging')
  await expect.poll(() => page.locator('.rule-body').count()).toBe(100)
  const amongMany = await spent()
  // Styles that look through the whole page took eleven times as long.
  expect(amongMany.styleMs / alone.styleMs).toBeLessThan(7)
  expect(amongMany.scriptMs / alone.scriptMs).toBeLessThan(7)
})
