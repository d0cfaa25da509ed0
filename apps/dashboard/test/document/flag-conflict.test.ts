import { expect, test } from 'vitest'
import { contestedFlags, setShare, shareOf } from '../support/contested-flags.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { holdAnswer, holdBack } from '../support/hold-back.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Ines Ferreira': 'editor', 'Tom de Vries': 'editor' },
})
const { api, projectId, environments } = dashboard
const { params, configOf, newFlag, openFlag } = contestedFlags(dashboard)

test('what is typed while a save is under way stays a draft on the version that it makes', async () => {
  await newFlag('meanwhile')
  const page = await openFlag('Ines Ferreira', 'meanwhile')
  await setShare(page, 1, '15')
  const save = await holdBack(page, '**/flags/meanwhile', 'PUT')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await save.sent
  await setShare(page, 2, '60')
  save.letGo()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  await page.getByText('1 unsaved change').waitFor()
  expect(await shareOf(page, 2).inputValue()).toBe('60')
  expect(await configOf('meanwhile')).toMatchObject({ rules: [{ rolloutPercentage: 15 }, { rolloutPercentage: 20 }] })

  // The same while the page has not yet reloaded the version that it saved.
  const read = await holdBack(page, '**/flags/meanwhile', 'GET')
  await page.getByRole('button', { name: 'Save as version 3' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  await read.sent
  expect(await shareOf(page, 2).inputValue()).toBe('60')
  await setShare(page, 1, '30')
  read.letGo()
  await page.getByRole('button', { name: 'Save as version 4' }).click()
  await page.getByText('Saved as version 4', { exact: true }).waitFor()
  expect(await configOf('meanwhile')).toMatchObject({ rules: [{ rolloutPercentage: 30 }, { rolloutPercentage: 60 }] })

  // The same if the person undoes the change at once.
  await setShare(page, 1, '40')
  const another = await holdBack(page, '**/flags/meanwhile', 'PUT')
  await page.getByRole('button', { name: 'Save as version 5' }).click()
  await another.sent
  await setShare(page, 1, '30')
  another.letGo()
  await page.getByRole('button', { name: 'Save as version 6' }).waitFor()
  expect(await shareOf(page, 1).inputValue()).toBe('30')
})

test('what was read before a save never takes it back', async () => {
  await newFlag('overtaken')
  const page = await openFlag('Ines Ferreira', 'overtaken')
  const read = await holdAnswer(page, '**/flags/overtaken', 'GET')
  await setShare(page, 1, '15')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await read.answered
  await setShare(page, 2, '60')
  const own = await holdBack(page, '**/flags/overtaken', 'GET')
  await page.getByRole('button', { name: 'Save as version 3' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  await own.sent
  const arrived = page.waitForResponse('**/flags/overtaken')
  read.letGo()
  await arrived
  // When this is answered, the page has read the response that arrived.
  expect(await configOf('overtaken')).toMatchObject({ version: 3 })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await page.getByRole('button', { name: 'Save as version 4' }).waitFor()
  expect(await shareOf(page, 2).inputValue()).toBe('60')
  own.letGo()
})

test('a draft that was kept while others saved comes on top of theirs', async () => {
  await newFlag('kept')
  const page = await openFlag('Ines Ferreira', 'kept')
  await setShare(page, 1, '15')
  await page.getByText('1 unsaved change').waitFor()
  await page.goto(`${dashboard.url}/account`)
  const rules = [{ id: 'rule_rest', name: 'The rest', value: true, rolloutPercentage: 60 }]
  const body = { version: 2, enabled: true, defaultValue: false, rules }
  await api.createFlagVersion({ params: params('kept'), body })
  await page.goto(`${dashboard.url}/projects/${projectId}/flags/kept?env=staging`)
  await page.getByText(/saved version 2 first/).waitFor()
  await page.getByText('Yours starts from 1').waitFor()
  await page.getByRole('button', { name: 'Apply to version 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply to version 2' }).click()
  await page.getByRole('button', { name: 'Save as version 3' }).click()
  await page.getByText('Saved as version 3', { exact: true }).waitFor()
  expect(await configOf('kept')).toMatchObject({ rules: [{ rolloutPercentage: 15 }, { rolloutPercentage: 60 }] })
})

test('two people change one flag: the second sees who was first and what they changed, and puts theirs on top', async () => {
  await newFlag('both')
  const [ines, tom] = [await openFlag('Ines Ferreira', 'both'), await openFlag('Tom de Vries', 'both')]
  await setShare(ines, 1, '15')
  await setShare(tom, 2, '60')
  await ines.getByRole('button', { name: 'Save as version 2' }).click()
  await ines.getByText('Saved as version 2', { exact: true }).waitFor()
  await tom.getByText('Ines Ferreira saved version 2 first').waitFor()
  await tom.getByRole('button', { name: 'See version 2' }).click()
  await tom.getByRole('dialog', { name: 'What Ines Ferreira changed' }).getByText('Rollout from 10 % to 15 %').waitFor()
  await tom.getByRole('dialog').getByRole('button', { name: 'Apply to version 2' }).click()
  await tom.getByRole('button', { name: 'Save as version 3' }).click()
  await tom.getByText('Saved as version 3', { exact: true }).waitFor()
  expect(await configOf('both')).toMatchObject({
    version: 3,
    rules: [{ rolloutPercentage: 15 }, { rolloutPercentage: 60 }],
  })
})

test('the second, who saves before the page learns of it, can let go of theirs, also at 400 pixels', async () => {
  await newFlag('let-go')
  const page = await dashboard.openAs('Tom de Vries', '/flags/let-go?env=staging', { width: 400 })
  await setShare(page, 1, '33')
  const read = await holdBack(page, '**/flags/let-go', 'GET')
  await api.createFlagVersion({
    params: params('let-go'),
    body: { version: 2, enabled: false, defaultValue: false, rules: [] },
  })
  const refused = page.waitForResponse((response) => response.status() === 409)
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await refused
  read.letGo()
  await page.getByText(/saved version 2 first/).waitFor()
  await page.getByRole('button', { name: 'Discard mine' }).click()
  await page.getByText('Off in Staging.').waitFor()
  expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0)
})

test('a proposal of mine that somebody approved is not what I saved', async () => {
  await newFlag('approved')
  await api.updateEnvironment({ params: params('approved'), body: { protected: true } })
  const ines = await openFlag('Ines Ferreira', 'approved')
  await setShare(ines, 1, '15')
  await ines.getByRole('button', { name: 'Propose change' }).click()
  await ines.getByText('Your proposal is waiting').waitFor()
  await setShare(ines, 2, '60')
  const { items } = await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })
  const waiting = items.find(({ environmentId }) => environmentId === environments.staging)
  const tom = await dashboard.openAs('Tom de Vries', `/proposals/${waiting?.id}`)
  await tom.getByRole('button', { name: 'Approve as version 2' }).click()
  await tom.getByText('You approved this').waitFor()
  await ines.getByText('Tom de Vries approved your proposal as version 2').waitFor()
  await ines.getByRole('button', { name: 'See version 2' }).click()
  await ines.getByRole('dialog', { name: 'What version 2 changed' }).waitFor()
  await api.updateEnvironment({ params: params('approved'), body: { protected: false } })
})
