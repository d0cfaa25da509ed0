import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, sidewaysScroll, takePicture } from '../support/look.ts'
import { countRendered, renderedBy } from '../support/rendered.ts'

const dashboard = await startDashboard({ seeded: true })
const { api, projectId } = dashboard
const { openFlag, makeFlag, newFlag } = flagEditor(dashboard)

test('a flag with a draft, or with a warning, fits every window and everybody can use it', async () => {
  const page = await newFlag('off-is-true', 'boolean', { defaultValue: true })
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('What it is for.')
  await page.getByLabel(/Client-safe/).check()
  await takePicture(page, 'flag-edit')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByText('Off in Staging, and everyone gets true.').waitFor()
  await takePicture(page, 'flag-off-true')
  expect(await findProblems(page, 'flag-off-true')).toEqual([])

  await goTo(page, '/flags/checkout-layout?env=staging')
  await rule(page, 2).getByRole('textbox', { name: 'Add to value of condition 1 of rule 2' }).fill('DE,')
  await rule(page, 2).getByRole('textbox', { name: 'Share of rule 2, in percent' }).fill('60')
  await page.getByLabel('userId', { exact: true }).fill('u-20418')
  await page.getByLabel('country', { exact: true }).fill('NL')
  await page.getByLabel('appVersion', { exact: true }).fill('4.3.1')
  await page.getByText('2 unsaved changes').waitFor()
  await page.getByRole('heading', { name: 'Checkout layout', exact: true }).scrollIntoViewIfNeeded()
  expect(await findProblems(page, 'flag')).toEqual([])
})

test('a tab with a draft asks before it closes, and what was typed is there in the next', async () => {
  const page = await newFlag('closed', 'number', { defaultValue: 3, variants: [{ key: 'few', value: 1 }] })
  /** Closes the tab, and tells whether it asked. */
  const close = async (one: Page): Promise<boolean> => {
    let asked = false
    one.on('dialog', (dialog) => {
      asked = dialog.type() === 'beforeunload'
      void dialog.accept()
    })
    const closed = one.waitForEvent('close')
    await one.close({ runBeforeUnload: true })
    await closed
    return asked
  }
  // Closed by keyboard, so the field still has the focus.
  await page.getByLabel('Key of variant 1').fill('some')
  expect(await close(page)).toBe(true)
  const next = await openFlag('closed', 'staging')
  await next.getByText(/unsaved change/).waitFor()
  expect(await next.getByLabel('Key of variant 1').inputValue()).toBe('some')
  await next.getByRole('button', { name: 'Discard' }).click()
  await next.getByRole('listitem').filter({ hasText: 'Changes discarded' }).waitFor()
  expect(await close(next)).toBe(false)
})

test('a keystroke renders its own rule, however many there are', async () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `rule_${at}`,
      name: `Rule number ${at}`,
      conditions: [{ attribute: 'email', operator: 'ends_with', value: '@northpier.example' }],
      value: true,
      rolloutPercentage: 10,
    }))
  await makeFlag('rules-40', 'boolean', { defaultValue: false, rules: rules(40) })
  const page = await newFlag('rules-1', 'boolean', { defaultValue: false, rules: rules(1) })
  await countRendered(page)
  await page.reload()
  const renderedHere = async (): Promise<number> => {
    const name = page.getByRole('textbox', { name: 'Name of rule 1', exact: true })
    await name.press('End')
    // The first letter creates the draft, and the bar that shows it.
    await page.keyboard.type('a')
    await page.getByText('1 unsaved change').waitFor()
    // Takes the minimum of several: updates that arrive at the same moment are rendered too.
    const rendered: number[] = []
    for (const key of 'bcd') {
      const typed = page.locator(`[aria-label^="Move rule 1 of"][aria-label*="${key}:"]`)
      rendered.push(await renderedBy(page, () => page.keyboard.type(key), typed))
    }
    return Math.min(...rendered)
  }
  const withOne = await renderedHere()
  expect(withOne).toBeGreaterThan(0)
  await goTo(page, '/flags/rules-40?env=staging')
  await rule(page, 40).waitFor()
  // One more component for each rule would be dozens.
  expect(await renderedHere()).toBeLessThan(withOne + 20)
})

test('text that somebody typed never runs', async () => {
  const hostile = `"><img src=x onerror="document.title='ran'"><script>document.title='ran'</script>{{7*7}}`
  await makeFlag('hostile', 'string', {
    defaultValue: hostile,
    variants: [{ key: hostile, value: hostile, description: hostile }],
    rules: [
      {
        name: hostile,
        conditions: [
          { attribute: hostile, operator: 'in', value: [hostile] },
          { attribute: 'constructor', operator: 'equals', value: '__proto__' },
        ],
        value: hostile,
        bucketBy: hostile,
      },
    ],
  })
  await api.updateFlag({ params: { projectId, flagKey: 'hostile' }, body: { name: hostile, description: hostile } })
  const page = await openFlag('hostile', 'staging')
  await page.getByRole('heading', { name: hostile, exact: true }).waitFor()
  await page.getByRole('region', { name: 'Variants' }).waitFor()
  await page.getByLabel(hostile, { exact: true }).fill(hostile)
  const odd = page.getByRole('complementary').getByLabel('constructor', { exact: true })
  expect(await odd.inputValue()).toBe('')
  await odd.fill('__proto__')
  await page.getByText('RULE_MATCH', { exact: true }).waitFor()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').waitFor()
  await takePicture(page, 'flag-hostile')
  expect(await sidewaysScroll(page)).toBe(0)
  // The number of waiting proposals may come before the name.
  expect((await page.title()).endsWith(`${hostile} · Bunting`)).toBe(true)
  expect(await page.locator('img').count()).toBe(0)
})

test('a long description leaves the editor where it is, and is read whole when it is asked for', async () => {
  await makeFlag('wordy', 'boolean', { defaultValue: true })
  const description = 'Word after word. '.repeat(117).trim()
  await api.updateFlag({ params: { projectId, flagKey: 'wordy' }, body: { description } })
  const page = await openFlag('wordy', 'staging')
  const top = () =>
    page.getByRole('switch', { name: 'On in Staging' }).evaluate((one) => one.getBoundingClientRect().top)
  expect(await top()).toBeLessThan(400)
  await page.getByRole('button', { name: 'Show the whole description' }).click()
  expect(await top()).toBeGreaterThan(500)
  await page.getByRole('button', { name: 'Show less of it' }).click()
  expect(await top()).toBeLessThan(400)
})
