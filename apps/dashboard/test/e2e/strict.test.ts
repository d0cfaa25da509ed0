import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { archive, proposeWithKey, readFields, readRefusal, strictMembers } from '../support/strict.ts'

const dashboard = await startDashboard({ seeded: true, members: strictMembers })
const { api, projectId } = dashboard

test('everybody can use what is said where changes take two people', async () => {
  const eva = await dashboard.openAs('Eva Novak', '/flags/gift-cards')
  await readFields(eva)
  expect(await findBarriers(eva)).toEqual([])

  const maya = await dashboard.openAs('Maya Okafor', '/environments')
  await maya.getByRole('switch', { name: 'Production is strict' }).click()
  await maya.getByRole('switch', { name: 'Production is strict', checked: true }).waitFor()
  await takePicture(maya, 'environments-strict')
  await goTo(maya, '/flags/gift-cards')
  await archive(maya)
  await maya.getByRole('button', { name: 'See it' }).click()
  await maya.getByRole('heading', { name: 'Your proposal', exact: true }).waitFor()
  await takePicture(maya, 'proposal-archive-own')
  await goTo(maya, `/proposals/${await proposeWithKey(dashboard, maya)}`)
  await readRefusal(maya)
  await takePicture(maya, 'proposal-own-key')
  expect(await findBarriers(maya)).toEqual([])
  await goTo(maya, '/audit')
  await maya.getByText('made Production strict').waitFor()
  await takePicture(maya, 'audit-strict')

  await api.updateFlag({ params: { projectId, flagKey: 'new-navigation' }, body: { archived: true } })
  await goTo(maya, '/proposals')
  await maya.getByRole('link', { name: /Archive the flag.*First server key/ }).click()
  await maya.getByText('Apps get nothing for it from then on').waitFor()
  expect(await findProblems(maya, 'proposal-archive')).toEqual([])
})
