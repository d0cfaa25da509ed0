import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { touch } from '../support/desks.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { goTo } from '../support/go-to.ts'
import { countRendered, renderedBy } from '../support/rendered.ts'
import { findWideStyles } from '../support/wide-styles.ts'

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

test('turning a rule off renders what it renders where it is alone, and no style looks through the page for it', async () => {
  const page = await openFlag('rules-1', 'staging')
  await countRendered(page)
  await page.reload()
  const renderedHere = async (): Promise<number> => {
    // The first one makes the draft, and the bar that tells of it.
    await page.getByLabel('Name of rule 1', { exact: true }).fill('Renamed')
    await page.getByText('1 unsaved change').waitFor()
    const rendered: number[] = []
    for (let times = 0; times < 3; times += 1) {
      rendered.push(await renderedBy(page, () => page.getByRole('switch', { name: 'Renamed: on' }).click()))
    }
    return Math.min(...rendered)
  }
  const alone = await renderedHere()
  expect(alone).toBeGreaterThan(0)
  await goTo(page, '/flags/rules-100?env=staging')
  await expect.poll(() => page.locator('.rule-body').count()).toBe(100)
  // Its line in Try it, and what is beside it: one more for each rule would be a hundred.
  expect(await renderedHere()).toBeLessThan(alone + 40)
  expect(await findWideStyles(page)).toEqual([])
})
