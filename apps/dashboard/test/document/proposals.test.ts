import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { goTo } from '../support/go-to.ts'
import { hasFocus } from '../support/has-focus.ts'
import { holdBack } from '../support/hold-back.ts'
import { at, inProduction, pilot, rejectWaiting, tablet } from '../support/proposals.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Maya Okafor': 'editor', 'Tom de Vries': 'editor', 'Vera Viewer': 'viewer' },
})
const { api, projectId } = dashboard
const { production, newFlag, propose, proposeElsewhere } = inProduction(dashboard)

for (const key of ['layout-a', 'layout-b', 'layout-c', 'layout-d', 'layout-e']) await newFlag(key)
await newFlag('layout-f', 'Amended layout')
const stale = await propose('layout-a', 1, pilot(25), tablet(true))

test('a proposal that began from an older version says what it would undo', async () => {
  const page = await dashboard.open(`/proposals/${stale.id}`)
  const note = page.getByText('Production has moved on since First server key started.')
  await note.waitFor()
  await page.getByText('The proposal began from version 1; version 2 is live now.').waitFor()
  await page.getByText('Rule 2, Tablet trial: turned off').waitFor()
  await at(page, '2 changes').waitFor()
  await page.getByText('Undoes version 2').waitFor()
  // Compared with the version that its proposer saw, there is only one change.
  await page.getByRole('radio', { name: 'Against the base, 1' }).click()
  await at(page, '1 change').waitFor()
  await page.getByRole('link', { name: 'See what came since' }).click()
  await at(page, 'Version 1 to version 2').waitFor()
})

test('one person proposes in the editor, another finds it in the inbox and approves it with a note', async () => {
  const maya = await dashboard.openAs('Maya Okafor', '/flags/layout-b?env=production')
  await maya.getByRole('textbox', { name: 'Share of rule 1, in percent' }).fill('40')
  await maya.getByRole('button', { name: 'Propose change' }).click()
  await maya.getByRole('button', { name: 'See it' }).click()
  await at(maya, 'Your proposal').waitFor()
  await maya.getByText('You proposed this for').waitFor()
  const approve = maya.getByRole('button', { name: 'Approve as version 3' })
  await approve.focus()
  await maya.getByRole('tooltip', { name: 'Nobody approves their own, admins included.' }).waitFor()
  await maya.keyboard.press('Enter')
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  await maya.getByText(/Tom de Vries.* can approve/).waitFor()

  const tom = await dashboard.openAs('Tom de Vries', '/proposals')
  await tom.getByRole('link', { name: /layout-b in Production.*rollout from 10.*Maya Okafor/ }).click()
  await tom.getByText(/Rollout from 10\s% to 40\s%/).waitFor()
  await tom.getByLabel('Note').fill('Looks right.\n<b>Watch</b> the errors.')
  await tom.getByRole('button', { name: 'Approve as version 3' }).click()
  await at(tom, 'You approved this').waitFor()
  await hasFocus(at(tom, 'You approved this'))
  await tom.getByText('It is version 3. Production serves it now.').waitFor()

  await maya.reload()
  await at(maya, 'Tom de Vries approved this').waitFor()
  await maya.getByText('<b>Watch</b> the errors.').waitFor()
  await maya.getByRole('link', { name: 'See it in the history' }).click()
  await maya.getByText('You, approved by Tom de Vries').waitFor()
  await maya.getByRole('link', { name: 'The proposal of version 3' }).click()
  await at(maya, 'Tom de Vries approved this').waitFor()
})

test('whoever proposed it amends it in the editor: the new one takes its place, and the other one waits no longer', async () => {
  const maya = await dashboard.openAs('Maya Okafor', '/flags/layout-f?env=production')
  const share = maya.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  await share.fill('40')
  await maya.getByRole('button', { name: 'Propose change' }).click()
  await maya.getByRole('button', { name: 'See it' }).click()
  await maya.getByRole('button', { name: 'Amend', exact: true }).click()
  // The editor shows the proposed config, not the live one.
  await expect.poll(() => share.inputValue()).toBe('40')
  await share.fill('30')
  await maya.getByRole('button', { name: 'Propose in its place' }).click()
  await maya.getByText('Proposed in its place', { exact: true }).waitFor()
  await maya.getByRole('button', { name: 'See it' }).last().click()
  await maya.getByText(/Rollout from 10\s% to 30\s%/).waitFor()
  await maya.getByRole('link', { name: 'an earlier proposal' }).click()
  await at(maya, 'You replaced this').waitFor()
  await maya.getByRole('link', { name: 'See what took its place' }).click()
  await at(maya, 'Your proposal').waitFor()

  const tom = await dashboard.openAs('Tom de Vries', '/proposals')
  const waits = tom.getByRole('link', { name: /Amended layout/ })
  await waits.waitFor()
  expect(await waits.count()).toBe(1)
  await waits.click()
  // The unchanged part of the JSON is one click away.
  await tom.getByRole('radio', { name: 'JSON' }).click()
  await tom.getByText('"rolloutPercentage": 30').waitFor()
  expect(await tom.getByText('"one-page"').count()).toBe(0)
  await tom
    .getByRole('button', { name: /unchanged lines/ })
    .last()
    .click()
  await tom.getByText('"one-page"').waitFor()
  await tom.keyboard.press('a')
  await tom.keyboard.press('Enter')
  await at(tom, 'You approved this').waitFor()
})

test('the inbox has what waits for me in every project, and not what is mine', async () => {
  await proposeElsewhere()
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  const { total } = (await page.evaluate(async () => (await fetch('/v1/proposals/waiting?limit=1')).json())) as {
    total: number
  }
  expect(total).toBeGreaterThan(1)
  await page.getByRole('link', { name: `Proposals ${total} wait for you` }).click()
  const elsewhere = page.getByRole('region', { name: /In .*Elsewhere/ })
  await elsewhere.getByRole('link', { name: /Far away far in Production.*First server key/ }).waitFor()
  await elsewhere.getByRole('link').click()
  await page.getByRole('button', { name: 'Approve as version 1' }).click()
  await at(page, 'You approved this').waitFor()
  // On to the next proposal, which is in the other project.
  await page.keyboard.press('n')
  await page.getByRole('complementary', { name: 'Review' }).getByText('Your review').waitFor()
  expect(page.url()).toContain(projectId)
})

test('a proposal is rejected with a note, and nothing changes', async () => {
  await propose('layout-c', 2, pilot(50), tablet(false))
  const page = await dashboard.openAs('Tom de Vries', '/proposals')
  await page.getByRole('link', { name: /to 50/ }).click()
  await page.getByLabel('Note').fill('Not before Monday.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await at(page, 'You rejected this').waitFor()
  await page.getByText('Nothing changed in Production.').waitFor()
  await page.getByText('Not before Monday.').waitFor()
  const { items } = await api.listFlagVersions({ params: production('layout-c') })
  expect(items[0]?.version).toBe(2)
  await goTo(page, '/proposals')
  await page.getByRole('radio', { name: 'Rejected' }).click()
  await page.getByRole('link', { name: /Rejected by you.*Not before Monday/ }).waitFor()
})

test('whoever proposed it takes it back', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags/layout-d?env=production&tab=history')
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await at(page, 'You withdrew this').waitFor()
  await page.getByText('Withdrawn', { exact: true }).waitFor()
})

test('of two who decide at once the second is told that it is too late', async () => {
  const { id } = await propose('layout-e', 2, pilot(20), tablet(false))
  const [maya, tom] = await Promise.all([
    dashboard.openAs('Maya Okafor', `/proposals/${id}`),
    dashboard.openAs('Tom de Vries', `/proposals/${id}`),
  ])
  await tom.getByRole('button', { name: 'Approve as version 3' }).waitFor()
  // Before his page learns of the rejection.
  const read = await holdBack(tom, `**/v1/proposals/${id}`, 'GET')
  await maya.getByRole('button', { name: 'Reject' }).click()
  await at(maya, 'You rejected this').waitFor()
  await tom.getByRole('button', { name: 'Approve as version 3' }).click()
  await tom.getByText('Not approved', { exact: true }).waitFor()
  read.letGo()
  await at(tom, 'Maya Okafor rejected this').waitFor()
})

test('whoever may only look is told who reviews, and gets nothing that they cannot use', async () => {
  const page = await dashboard.openAs('Vera Viewer', `/proposals/${stale.id}`)
  const review = page.getByRole('complementary', { name: 'Review' })
  await review.getByText('Waiting for a review').waitFor()
  await review.getByText('An editor or admin approves or rejects it.').waitFor()
  expect(await review.getByRole('textbox').count()).toBe(0)
  expect(await review.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0)
})

test('j and k go along the inbox, and Enter opens', async () => {
  const page = await dashboard.open('/proposals')
  await page.getByText('Rule 1, Pilot countries: rollout from').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Review' }).waitFor()
})

test('where nothing waits the page says so, and where a proposal is unknown too', async () => {
  await rejectWaiting(dashboard)
  const page = await dashboard.open('/proposals')
  await at(page, 'Nothing waits for you').waitFor()
  await api.updateEnvironment({ params: production('checkout-layout'), body: { protected: false } })
  await page.reload()
  await at(page, 'No environment is protected').waitFor()
  await goTo(page, '/proposals/prop_nothing')
  await at(page, 'There is nothing here').waitFor()
})

test('a proposal from before an emergency save says so', async () => {
  await newFlag('layout-g')
  const { id } = await propose('layout-g', 2, pilot(30), tablet(true))
  const params = production('layout-g')
  const tom = await dashboard.openAs('Tom de Vries', `/proposals/${id}`)
  await tom.getByRole('button', { name: 'Approve as version 3' }).waitFor()
  await api.updateEnvironment({ params, body: { emergency: true } })
  const urgent = { enabled: false, defaultValue: 'classic', rules: [], emergency: true, comment: 'It crashes' }
  await api.createFlagVersion({ params, body: { version: 3, ...urgent } })
  await tom.getByText('Version 3 was saved in an emergency after this was proposed.').waitFor()
  await tom.getByRole('button', { name: 'Approve as version 4' }).click()
  await at(tom, 'You approved this').waitFor()
})
