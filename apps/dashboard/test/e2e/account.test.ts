import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ members: { 'Maya Okafor': 'admin' } })

test('an account with sessions fits every window, and everybody can use it', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  await page.getByRole('button', { name: /your account$/ }).click()
  await takePicture(page, 'account-menu')
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await page.getByRole('row', { name: /Firefox on Linux.*192\.0\.2\.7/ }).waitFor()
  expect(await findProblems(page, 'account')).toEqual([])
})
