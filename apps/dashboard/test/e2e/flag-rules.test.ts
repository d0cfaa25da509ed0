import { expect, test, vi } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { touch } from '../support/desks.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { manyRules, ruleNames, threeRules, userIds } from '../support/flag-rules.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { isAtPlace, sortByKeys } from '../support/sort-by-keys.ts'

const { makeFlag, newFlag } = flagEditor(await startDashboard())

test('rules are put into order by dragging the handle, and by its keys', async () => {
  const page = await newFlag('dragged', 'boolean', threeRules)
  const grip = await page.getByRole('button', { name: /^Move rule 1 of 3/ }).boundingBox()
  const target = await rule(page, 3).boundingBox()
  if (!grip || !target) throw new Error('The rules are not to be seen.')
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 10, grip.y + 30, { steps: 3 })
  await page.mouse.move(grip.x + 10, target.y + target.height - 10, { steps: 8 })
  // If it were dropped before its new position is known, it would go back.
  await isAtPlace(page, '3 of 3')
  await takePicture(page, 'flag-dragging')
  await page.mouse.up()
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['Two', 'Three', 'One']))
  await page.getByText('1 unsaved change').waitFor()
  await page.getByRole('button', { name: /^Move rule 1 of 3/ }).click()
  await sortByKeys(page, 'ArrowDown', ['1 of 3', '2 of 3'])
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['Three', 'Two', 'One']))
})

test('everybody can use folded rules, a long list of values, and what was added', async () => {
  await makeFlag('by-mouse', 'boolean', { defaultValue: false })
  const page = await newFlag('many-rules', 'boolean', manyRules)
  // Collapsed rules stay collapsed until the app is loaded again.
  touch(page)
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await rule(page, 4).getByText('If userId is one of user-1, user-2').waitFor()
  await takePicture(page, 'rules-folded')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Expand rule 4' }).click()
  await rule(page, 4).getByRole('button', { name: 'and 888 more' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Values to add').fill(userIds(1_000).slice(900).join('\n'))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('1,000 values in all').waitFor()
  await takePicture(page, 'many-values')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()

  await goTo(page, '/flags/by-mouse?env=staging')
  await page.getByRole('heading', { name: 'by-mouse', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  for (const number of [1, 2]) {
    await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByLabel(`Attribute of condition ${number} of rule 1`).fill('email')
    await page.getByLabel(`Value of condition ${number} of rule 1`).fill('ada@northpier.example')
  }
  await page.getByLabel('How the conditions of rule 1 are joined').selectOption('or')
  await page.getByRole('button', { name: 'Review diff' }).click()
  await dialog.getByText('Rule added').waitFor()
  await takePicture(page, 'flag-review')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  await takePicture(page, 'flag-saved')
})

test('a share follows its slider, by mouse and by keys, and a screen reader says it as a percentage', async () => {
  const page = await newFlag('slid', 'boolean', {
    defaultValue: false,
    rules: [{ id: 'rule_some', name: 'Some', value: true, conditions: [], rolloutPercentage: 12.5 }],
  })
  const slider = page.getByRole('slider', { name: 'Share of rule 1' })
  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^12\.5\s%$/)
  const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
  await page.mouse.click(x + width / 2, y + height / 2)
  expect(await share.inputValue()).toBe('50')
  for (const [key, next] of [
    ['ArrowRight', '51'],
    ['ArrowLeft', '50'],
    ['PageUp', '60'],
    ['Home', '0'],
    ['End', '100'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await share.inputValue()).toBe(next)
  }
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^100\s%$/)
  expect(await findBarriers(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await takePicture(page, `slider-${colorScheme}`)
  }
})
