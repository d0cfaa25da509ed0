import type { Page } from 'playwright-core'
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

// Elements are found by plain selectors: computing the roles of so many takes longer than the tested code.

/** The number of animations and transitions that turning a rule starts, for users who did not ask for less motion. */
const motionsOf = async (page: Page): Promise<number> => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const motions = await page.evaluate(async () => {
    document.querySelector<HTMLElement>('[aria-label="Renamed: on"]')?.click()
    await Promise.resolve()
    return document.querySelector('.rules')?.getAnimations({ subtree: true }).length ?? Number.NaN
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return motions
}

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
  // A hundred rules and the default.
  expect(cards).toBe(101)
  expect(whole).toBeLessThan(20)
  // Searching the page finds text in rules that are not complete yet.
  expect(text).toContain('pro-100')

  // Text typed meanwhile is kept.
  await page.locator('[aria-label="Name of rule 1"]').fill('Renamed meanwhile')
  // In the end all rules are complete, in view or not.
  await page.waitForFunction(() => document.querySelectorAll('.rule-body').length === 100)
  // Measuring elements as they appear would make the browser lay out the page again for each.
  expect(await findMeasured(page)).toEqual([])
  expect(await page.locator('[aria-label="Value of condition 3 of rule 100"]').inputValue()).toBe('pro-100')
  expect(await page.locator('[aria-label="Name of rule 1"]').inputValue()).toBe('Renamed meanwhile')
})

test('turning a rule off renders what it renders where it is alone, without motion, and no style asks the whole page', async () => {
  const page = await openFlag('rules-1', 'staging')
  await countRendered(page)
  await page.reload()
  const renderedHere = async (): Promise<number> => {
    // The first change creates the draft, and the bar that shows it.
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
  expect(await motionsOf(page)).toBeGreaterThan(0)
  await goTo(page, '/flags/rules-100?env=staging')
  await page.waitForFunction(() => document.querySelectorAll('.rule-body').length === 100)
  // Its line in Try it, and the neighbours: one more component for each rule would be a hundred.
  expect(await renderedHere()).toBeLessThan(alone + 40)
  // The bar of unsaved changes is there, and its class on the root element.
  expect(await page.evaluate(() => document.documentElement.classList.length)).toBeGreaterThan(0)
  expect(await findWideStyles(page)).toEqual([])
  // Each frame of a motion would take the browser as long as there are rules.
  expect(await motionsOf(page)).toBe(0)
})
