import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { bar, paste, segmentsOf } from '../support/segments.ts'

const dashboard = await startDashboard({ members: { 'Tom de Vries': 'editor' } })
const { api } = dashboard
const { placeOf, save, newSegment, newFlagNaming, versionOf } = segmentsOf(dashboard)

test('everybody can use segments, however many ids are on a list', async () => {
  const page = await dashboard.open('/segments')
  await page.getByText('No segments yet').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await newSegment('shop', 'The old shop', { included: ['ada', 'ben'], excluded: ['eve'] })
  await goTo(page, '/segments/shop?env=staging')
  const ids = Array.from({ length: 8_000 }, (_, index) => `customer-${index}`)
  await paste(page.getByLabel('Add an id to included'), ['eve', ...ids].join('\n'))
  await page.getByRole('button', { name: 'Add 8,001 ids' }).click()
  const included = page.getByRole('region', { name: 'Included', exact: true })
  await included.getByText('8,003').waitFor()
  await included.getByRole('listitem').first().waitFor()
  // However many there are, only a screenful is in the document.
  expect(await included.getByRole('listitem').count()).toBeLessThan(40)
  await takePicture(page, 'segment-many')
  expect(await findBarriers(page)).toEqual([])

  await newSegment('staff', 'Staff', { included: ['ada'] })
  await goTo(page, '/segments/staff?env=staging')
  await page.getByRole('heading', { name: 'Staff', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of rule 1' }).fill('At the company')
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('team')
  await page.getByLabel('Value of condition 1 of rule 1').fill('core')
  const who = page.getByRole('complementary', { name: 'Who is in' })
  await who.getByLabel('userId').fill('bob')
  await who.getByLabel('team').fill('sales')
  await who.getByText('team sales is not core').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await newSegment('gold', 'Gold', { included: ['ada'] })
  await api.updateEnvironment({ params: placeOf('gold'), body: { protected: true } })
  await goTo(page, '/segments/gold?env=staging')
  await page.getByRole('heading', { name: 'Gold', exact: true }).waitFor()
  await page.getByText('Enter puts it into the draft.').first().waitFor()
  await page.getByLabel('Add an id to included').fill('cleo')
  await page.getByLabel('Add an id to included').press('Enter')
  await bar(page).getByRole('button', { name: 'Propose change' }).click()
  await bar(page).getByText('Your proposal is waiting').waitFor()
  await takePicture(page, 'segment-proposed')
  await api.updateEnvironment({ params: placeOf('gold'), body: { protected: false } })

  await newSegment('vip', 'Very important', { included: ['ada'] })
  await newFlagNaming('vip', 'lounge')
  await goTo(page, '/segments/vip?tab=used')
  await page
    .getByRole('main')
    .getByRole('row', { name: /lounge/ })
    .getByRole('link', { name: 'Staging' })
    .waitFor()
  expect(await findProblems(page, 'segment-used-by')).toEqual([])
})

test('what somebody saves shows at once; whoever has a draft is told, and puts theirs on top', async () => {
  await newSegment('live', 'Live', { included: ['ada'] })
  const tom = await dashboard.openAs('Tom de Vries', '/segments/live?env=staging')
  await tom.getByRole('button', { name: 'Remove ada' }).click()
  await tom.getByText('ada is no longer included in Live', { exact: true }).waitFor()
  await save('live', 3, { included: ['cleo'] })
  await tom.getByText('cleo').waitFor()

  await tom.getByRole('button', { name: 'Paste many' }).first().click()
  await tom.getByRole('textbox', { name: 'Ids' }).fill('dan, fay')
  await tom.getByRole('button', { name: 'Add 2 ids' }).click()
  await bar(tom).getByText('1 unsaved change').waitFor()
  await save('live', 4, { included: ['cleo', 'gus'] })
  await bar(tom).getByText('First server key saved version 4 first').waitFor()
  await tom.getByRole('button', { name: 'See version 4' }).click()
  await tom.getByRole('dialog').getByText('gus').waitFor()
  expect(await findBarriers(tom)).toEqual([])
  await tom.getByRole('dialog').getByRole('button', { name: 'Apply to version 4' }).click()
  await bar(tom).getByRole('button', { name: 'Save as version 5' }).click()
  await tom.getByText('Saved as version 5', { exact: true }).waitFor()
  expect((await versionOf('live'))?.config?.included).toEqual(['cleo', 'gus', 'dan', 'fay'])
})
