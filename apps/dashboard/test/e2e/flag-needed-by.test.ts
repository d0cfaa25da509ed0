import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor } from '../support/flag-editor.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard()
const { makeFlag, openFlag } = flagEditor(dashboard)

test('what needs a flag fits every window, and everybody can use what tells of it', async () => {
  await makeFlag('payments', 'boolean', { defaultValue: true })
  const prerequisites = [{ flagKey: 'payments', values: [true] }]
  await makeFlag('fast-checkout', 'string', { defaultValue: 'the-one-that-was-there-before', prerequisites })
  await makeFlag('refunds', 'boolean', { defaultValue: false, enabled: false, prerequisites })
  const page = await openFlag('payments', 'staging')
  await page.getByRole('list', { name: 'Needed by' }).waitFor()
  expect(await findProblems(page, 'needed-by')).toEqual([])

  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByText('1 flag needs it and is off with it:').waitFor()
  expect(await findProblems(page, 'needed-by-off')).toEqual([])
  await page.setViewportSize({ width: 400, height: 800 })
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').getByText('1 flag needs it and is off with it:').waitFor()
  await takePicture(page, 'needed-by-review')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'More for this flag' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog', { name: 'payments is needed' }).waitFor()
  await takePicture(page, 'needed-by-archive')
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('button', { name: 'Close' }).click()
  await goTo(page, '/flags?q=payments')
  await page.setViewportSize({ width: 400, height: 800 })
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('list', { name: 'Needed by' }).waitFor()
  await takePicture(page, 'needed-by-switches')
  expect(await findBarriers(page)).toEqual([])
})
