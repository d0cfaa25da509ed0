import { expect, test } from 'vitest'
import { contestedFlags, setShare } from '../support/contested-flags.ts'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Tom de Vries': 'editor' } })
const { api } = dashboard
const { params, configOf, newFlag, openFlag } = contestedFlags(dashboard)

test('where both changed the same, the second chooses thing by thing', async () => {
  await newFlag('clash')
  const tom = await openFlag('Tom de Vries', 'clash')
  await setShare(tom, 1, '80')
  await setShare(tom, 2, '90')
  const rules = [
    { id: 'rule_staff', name: 'Staff', value: true, rolloutPercentage: 15 },
    { id: 'rule_rest', name: 'The rest', value: true, rolloutPercentage: 25 },
  ]
  await api.createFlagVersion({
    params: params('clash'),
    body: { version: 2, enabled: true, defaultValue: false, rules },
  })
  await tom.getByText(/saved version 2 first/).waitFor()
  await takePicture(tom, 'flag-conflict')
  expect(await findBarriers(tom)).toEqual([])
  await tom.setViewportSize({ width: 400, height: 800 })
  await takePicture(tom, 'flag-conflict-narrow')
  expect(await sidewaysScroll(tom)).toBe(0)
  await tom.setViewportSize({ width: 1280, height: 800 })
  await tom.getByRole('button', { name: 'See version 2' }).click()
  await tom.getByRole('dialog').getByText('Rollout from 10 % to 15 %').waitFor()
  await takePicture(tom, 'flag-conflict-theirs')
  expect(await findBarriers(tom)).toEqual([])
  await tom.getByRole('dialog').getByRole('button', { name: 'Apply to version 2' }).click()
  await tom.getByRole('dialog', { name: 'You both changed 2 things' }).waitFor()
  await tom
    .getByRole('group', { name: 'Rule 1, Staff' })
    .getByRole('radio', { name: /Version 2 Rollout from 10 % to 15 %/ })
    .check()
  await takePicture(tom, 'flag-clash')
  expect(await findBarriers(tom)).toEqual([])
  await tom.getByRole('dialog').getByRole('button', { name: 'Apply to version 2' }).click()
  await tom.getByText('1 unsaved change').waitFor()
  await tom.getByRole('button', { name: 'Save as version 3' }).click()
  await tom.getByText('Saved as version 3', { exact: true }).waitFor()
  expect(await configOf('clash')).toMatchObject({ rules: [{ rolloutPercentage: 15 }, { rolloutPercentage: 90 }] })
})
