import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { bar, paste, segmentsOf } from '../support/segments.ts'

const dashboard = await startDashboardHere()
const { api, environments } = dashboard
const { development = '' } = environments
const { placeOf, save, newSegment, newFlagNaming, versionOf } = segmentsOf(dashboard)

const openMembers = async (segmentKey: string): Promise<Page> => {
  const page = await dashboard.open(`/segments/${segmentKey}?env=staging`)
  await page.getByRole('article', { name: 'Everyone else' }).waitFor()
  return page
}

test('a segment is made, and people are put in and taken out again by Enter and Undo', async () => {
  const page = await dashboard.open('/segments')
  await page.getByText('No segments yet').waitFor()
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByLabel('Name').fill('Beta testers')
  await page.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { name: 'Beta testers' }).waitFor()
  await page.getByRole('link', { name: /Development/ }).click()
  await page.getByText('No flag in Development can name it until then').waitFor()

  const field = page.getByLabel('Add an id to included')
  await field.fill('ada')
  await field.press('Enter')
  await page.getByText('ada is in Beta testers', { exact: true }).waitFor()
  expect((await versionOf('beta-testers', development))?.config).toMatchObject({ version: 1, included: ['ada'] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('ada is no longer included in Beta testers', { exact: true }).waitFor()
  expect((await versionOf('beta-testers', development))?.config).toMatchObject({ version: 2, included: [] })

  // From the list it works without opening the segment's page.
  await page.getByRole('link', { name: 'Segments' }).first().click()
  await page.getByRole('button', { name: 'Add an id to Beta testers' }).click()
  await page.getByLabel('Add a userId').fill('ben')
  await page.getByLabel('In', { exact: true }).selectOption('development')
  await page.getByLabel('Add a userId').press('Enter')
  await page.getByText('ben is in Beta testers', { exact: true }).waitFor()
  expect((await versionOf('beta-testers', development))?.config?.included).toEqual(['ben'])
  await page
    .getByRole('row', { name: /Beta testers/ })
    .getByText('1 id', { exact: true })
    .waitFor()
})

test('thousands of ids are pasted, looked through and saved, with a draft that survives a reload', async () => {
  await newSegment('shop', 'The old shop', { included: ['ada', 'ben'], excluded: ['eve'] })
  const page = await openMembers('shop')
  const ids = Array.from({ length: 8_000 }, (_, index) => `customer-${index}`)
  await paste(page.getByLabel('Add an id to included'), ['ada', 'eve', ...ids, 'customer-7'].join('\n'))
  await page.getByText('8,001 new, 1 on the list already, 1 repeated').waitFor()
  await page.getByRole('button', { name: 'Add 8,001 ids' }).click()
  await page.getByText('1 id is on both lists: eve.').waitFor()

  await page.reload()
  const included = page.getByRole('region', { name: 'Included', exact: true })
  await included.getByText('8,003').waitFor()
  await page.getByLabel('Find among included').fill('customer-799')
  await included.getByText('11 of 8,003 ids').waitFor()

  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByText('8,001 ids added').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await bar(page).getByLabel('Why').fill('From the old shop')
  await bar(page).getByLabel('Why').press('Enter')
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  const [latest] = (await api.listSegmentVersions({ params: placeOf('shop'), query: { limit: 1 } })).items
  expect(latest).toMatchObject({ version: 2, comment: 'From the old shop' })
  expect(latest?.config?.included).toHaveLength(8_003)
})

test('a rule takes people in, and beside it stands who is in and why', async () => {
  await newSegment('staff', 'Staff', { included: ['ada'], excluded: ['eve'] })
  const page = await openMembers('staff')
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of rule 1' }).fill('At the company')
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('team')
  await page.getByLabel('Value of condition 1 of rule 1').fill('core')
  const who = page.getByRole('complementary', { name: 'Who is in' })
  for (const [userId, team, answer, why] of [
    ['ada', '', 'In', 'Included by their id.'],
    ['eve', 'core', 'Not in', 'Excluded by their id.'],
    ['bob', 'core', 'In', 'Rule 1, At the company, holds.'],
    ['bob', 'sales', 'Not in', 'On no list, and no rule holds.'],
  ] as const) {
    await who.getByLabel('userId').fill(userId)
    await who.getByLabel('team').fill(team)
    await who.getByText(why).waitFor()
    await who.getByText(answer, { exact: true }).waitFor()
  }
  await who.getByText('team sales is not core').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect((await versionOf('staff'))?.config?.rules).toMatchObject([
    { name: 'At the company', conditions: [{ attribute: 'team', operator: 'equals', value: 'core' }] },
  ])
})

test('a version is restored with a comment; where it is protected, changes are proposed one at a time', async () => {
  await newSegment('gold', 'Gold', { included: ['ada'] })
  await save('gold', 2, { included: ['ada', 'ben'], excluded: ['eve'], comment: 'Ben paid' })
  const page = await dashboard.open('/segments/gold?env=staging&tab=history')
  await page.getByText('“Ben paid”').waitFor()
  await page.getByRole('region', { name: 'Comparison' }).getByText('1 id added').first().waitFor()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByLabel('Why').fill('He did not')
  await page.getByRole('button', { name: 'Restore as version 3' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  await page.getByText('“He did not”').waitFor()
  expect((await versionOf('gold'))?.config).toMatchObject({ version: 3, included: ['ada'], excluded: [] })

  await api.updateEnvironment({ params: placeOf('gold'), body: { protected: true } })
  await page.getByRole('link', { name: 'Members', exact: true }).last().click()
  await page.getByText('Enter puts it into the draft.').first().waitFor()
  await page.getByLabel('Add an id to included').fill('cleo')
  await page.getByLabel('Add an id to included').press('Enter')
  await bar(page).getByRole('button', { name: 'Propose change' }).click()
  await bar(page).getByText('Your proposal is waiting').waitFor()
  await bar(page).getByRole('link', { name: 'See it' }).click()
  await page.getByText('1 id added').waitFor()
  await page.getByRole('link', { name: 'gold', exact: true }).click()
  await bar(page).getByText('Your proposal is waiting').waitFor()
  expect((await versionOf('gold'))?.version).toBe(3)
  await api.updateEnvironment({ params: placeOf('gold'), body: { protected: false } })
})

test('why is said of what is saved alone, and what was saved is taken back from the message', async () => {
  await newSegment('back', 'Back', { included: ['ada'] })
  const page = await openMembers('back')
  await paste(page.getByLabel('Add an id to included'), 'ben\ncleo')
  await page.getByRole('button', { name: 'Add 2 ids' }).click()
  await bar(page).getByLabel('Why').fill('By mistake')
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await bar(page).getByText('1 unsaved change').waitFor()
  expect(await bar(page).getByLabel('Why').inputValue()).toBe('')
  await bar(page).getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByRole('button', { name: 'Restore 1' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  expect((await versionOf('back'))?.config).toMatchObject({ version: 3, included: ['ada'] })
})

test('where two people changed the same rule, the second chooses; ids of both are kept', async () => {
  const rule = { id: 'rule_core', name: 'Core', conditions: [{ attribute: 'team', operator: 'equals', value: 'core' }] }
  await newSegment('both', 'Both', { included: ['ada'], rules: [rule] })
  const page = await openMembers('both')
  await page.getByRole('textbox', { name: 'Name of rule 1' }).fill('Mine')
  await page.getByLabel('Add an id to included').fill('cleo')
  await page.getByLabel('Add an id to included').press('Enter')
  await bar(page).getByText('2 unsaved changes').waitFor()
  await save('both', 2, { included: ['ada', 'ben'], rules: [{ ...rule, name: 'Theirs' }] })
  await bar(page).getByText('First server key saved version 2 first').waitFor()
  await bar(page).getByText('Yours starts from 1').waitFor()
  await bar(page).getByRole('button', { name: 'Apply to version 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'You both changed 1 thing' })
  await dialog.getByRole('button', { name: 'Apply to version 2' }).click()
  await bar(page).getByRole('button', { name: 'Save as version 3' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  expect((await versionOf('both'))?.config).toMatchObject({
    included: ['ada', 'ben', 'cleo'],
    rules: [{ name: 'Mine' }],
  })
})

test('what is in use says by what, and is archived only once nothing names it', async () => {
  await newSegment('vip', 'Very important', { included: ['ada'] })
  const flag = await newFlagNaming('vip', 'lounge')
  const page = await dashboard.open('/segments?q=important+VERY')
  await page
    .getByRole('row', { name: /Very important/ })
    .getByText('1 flag')
    .click()
  await page
    .getByRole('row', { name: /lounge/ })
    .getByRole('link', { name: 'Staging' })
    .waitFor()
  await page.getByRole('button', { name: 'More for this segment' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Very important is in use' })
  await dialog.getByRole('link', { name: 'lounge' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await api.createFlagVersion({ params: flag, body: { version: 2, enabled: true, defaultValue: false, rules: [] } })
  await page.getByText('Nothing names this segment yet').waitFor()
  await page.getByRole('button', { name: 'More for this segment' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive the segment' }).click()
  await page.getByText('archived', { exact: true }).waitFor()
  expect((await api.getSegment({ params: placeOf('vip') })).archivedAt).not.toBeNull()
})
