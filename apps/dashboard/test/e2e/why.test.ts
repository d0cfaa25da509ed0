import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })

test('everybody can say why, and emergencies fit every window wherever they are shown', async () => {
  const page = await dashboard.open('/flags/new-navigation?env=staging')
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('region', { name: 'Unsaved changes' }).getByLabel('Why').fill('Nobody uses it there')
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByLabel('Why').waitFor()
  await takePicture(page, 'why-review')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await goTo(page, '/flags?q=gift-cards')
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Production' }).click()
  const proposing = page.getByRole('dialog', { name: 'Propose to turn Gift cards off?' })
  await proposing.getByLabel('Why').fill('The campaign is over')
  await proposing.getByRole('button', { name: 'Propose off, give false' }).click()
  await proposing.waitFor({ state: 'detached' })
  await goTo(page, '/proposals?status=pending')
  await page.getByRole('link', { name: /Gift cards.*“The campaign is over”/ }).click()
  await page.getByRole('blockquote').filter({ hasText: 'The campaign is over' }).waitFor()
  await takePicture(page, 'why-proposal')

  await goTo(page, '/environments')
  await page.getByRole('switch', { name: /In an emergency admins save in Production/ }).click()
  await page.getByText('admins alone').waitFor()
  await takePicture(page, 'emergency-environment')

  await goTo(page, '/flags?q=loyalty-banner')
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Production' }).click()
  await page.getByRole('button', { name: 'Save in an emergency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save in Production past the proposals?' })
  await dialog.getByLabel('Why').fill('It shows wrong points')
  await takePicture(page, 'emergency-turn')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await goTo(page, '/flags/new-navigation?env=production')
  await page.getByRole('textbox', { name: 'Share of rule 1, in percent' }).fill('0')
  await page.getByRole('button', { name: 'Save in an emergency' }).click()
  await dialog.getByLabel('Why').fill('Navigation crashes the app')
  await takePicture(page, 'emergency-dialog')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Why').press('Enter')
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('You, past the proposals').waitFor()
  expect(await findProblems(page, 'emergency-history')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('in Production past the proposals, in an emergency: “Navigation crashes the app”').waitFor()
  expect(await findProblems(page, 'emergency-log')).toEqual([])
})
