import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })

test('on a narrow window Try it is under the rules, one press away, and everybody can use it', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging', { width: 400 })
  await page.getByRole('link', { name: 'Try it' }).click()
  const tryIt = page.getByRole('complementary')
  await tryIt.getByLabel('userId', { exact: true }).fill('u-1')
  await takePicture(page, 'try-it-narrow')
  expect(await sidewaysScroll(page)).toBe(0)
  await tryIt.getByLabel('email', { exact: true }).fill('ada@northpier.example')
  await page.getByRole('switch', { name: 'Staff: on' }).click()
  await page.getByText('Off, so it is passed over.').waitFor()
  await takePicture(page, 'try-it-draft')
  expect(await findBarriers(page)).toEqual([])
})
