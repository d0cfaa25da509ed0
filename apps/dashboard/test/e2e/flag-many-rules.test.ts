import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { touch } from '../support/desks.ts'
import { flagEditor } from '../support/flag-editor.ts'
import { goTo } from '../support/go-to.ts'
import { findMeasured, noteMeasured } from '../support/measured.ts'
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

// Elements are found by plain selectors: asking each of so many for its role takes longer than what is tested.

test('of a hundred rules all are there at once, in a line, and soon all of them whole', async () => {
  const page = await openFlag('rules-1', 'staging')
  touch(page)
  await noteMeasured(page, '.rules')
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
  await page.locator('.rules article[aria-label="Rule 100"]').waitFor()
  const { whole, cards, text } = await page.evaluate(
    () => (window as unknown as { atFirst: { whole: number; cards: number; text: string } }).atFirst,
  )
  // With the default.
  expect(cards).toBe(101)
  expect(whole).toBeLessThan(20)
  // Whoever searches the page finds what is in a rule that is not whole yet.
  expect(text).toContain('pro-100')

  // Typed meanwhile, it stays.
  await page.locator('[aria-label="Name of rule 1"]').fill('Renamed meanwhile')
  // In the end all of them are, in view or not.
  await page.waitForFunction(() => document.querySelectorAll('.rule-body').length === 100)
  // Each that is measured as it appears has the browser lay out the page once more.
  expect(await findMeasured(page)).toEqual([])
  expect(await page.locator('[aria-label="Value of condition 3 of rule 100"]').inputValue()).toBe('pro-100')
  expect(await page.locator('[aria-label="Name of rule 1"]').inputValue()).toBe('Renamed meanwhile')
})

test('turning a rule off renders what it renders where it is alone, and no style asks the whole page', async () => {
  const page = await openFlag('rules-1', 'staging')
  await countRendered(page)
  await page.reload()
  const renderedHere = async (): Promise<number> => {
    // The first one makes the draft, and the bar that tells of it.
    await page.locator('[aria-label="Name of rule 1"]').fill('Renamed')
    const rendered: number[] = []
    for (const [changes, state] of [
      ['2 unsaved changes', 'false'],
      ['1 unsaved change', 'true'],
      ['2 unsaved changes', 'false'],
    ]) {
      const turned = page.locator(
        `body:has([aria-label="Renamed: on"][aria-checked=${state}]) .savebar:has-text("${changes}")`,
      )
      rendered.push(await renderedBy(page, () => page.locator('[aria-label="Renamed: on"]').click(), turned))
    }
    return Math.min(...rendered)
  }
  const alone = await renderedHere()
  expect(alone).toBeGreaterThan(0)
  await goTo(page, '/flags/rules-100?env=staging')
  await page.waitForFunction(() => document.querySelectorAll('.rule-body').length === 100)
  // Its line in Try it, and what is beside it: one more for each rule would be a hundred.
  expect(await renderedHere()).toBeLessThan(alone + 40)
  expect(await findWideStyles(page)).toEqual([])
})
