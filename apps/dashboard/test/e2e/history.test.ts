import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { comparison, flagVersions, history } from '../support/history.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })
await flagVersions(dashboard).makeBusyFlag('busy')

test('two versions side by side fit every window and everybody can use them', async () => {
  const page = await dashboard.open(`${history('busy', 'staging')}&a=2`)
  await comparison(page, 'Version 2 to version 4')
  await page.getByText('In version 3').first().waitFor()
  expect(await findProblems(page, 'history')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.getByRole('region', { name: 'The change as JSON' }).waitFor()
  await takePicture(page, 'history-json')
  expect(await findBarriers(page)).toEqual([])

  await goTo(page, history('new-navigation', 'production'))
  await page.getByRole('button', { name: 'More for version 1' }).click()
  await page.getByRole('menuitem', { name: 'Restore version 1' }).waitFor()
  await takePicture(page, 'history-menu')
  await page.keyboard.press('Escape')

  await goTo(page, history('recs-carousel', 'staging'))
  await page.getByRole('heading', { name: 'No version in Staging yet' }).waitFor()
  await takePicture(page, 'history-none')
  expect(await findBarriers(page)).toEqual([])

  await goTo(page, `${history('busy', 'staging')}&a=2`)
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await page.getByText('Saved as version 5', { exact: true }).waitFor()
  await takePicture(page, 'history-restored')
})
