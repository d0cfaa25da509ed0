import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard()
const { api, projectId, environments } = dashboard
const params = { projectId, envId: environments.staging ?? '', segmentKey: 'beta' }

await api.createSegment({ params: { projectId }, body: { key: 'beta', name: 'Beta testers' } })
await api.createSegmentVersion({ params, body: { version: 1, included: ['ada', 'ben'], excluded: ['zoe'] } })
await api.updateEnvironment({ params, body: { protected: true } })

const propose = () =>
  api.createSegmentProposal({
    params,
    body: {
      version: 1,
      included: ['ben', 'cleo', 'dan'],
      excluded: ['zoe'],
      rules: [
        { id: 'staff', name: 'Staff', conditions: [{ attribute: 'email', operator: 'ends_with', value: '@x.test' }] },
      ],
    },
  })

test('a proposed segment is listed, read, approved and logged in words', async () => {
  const { id } = await propose()
  const page = await dashboard.open('/proposals')
  const row = page.getByRole('list', { name: 'Proposals' }).getByRole('link')
  await row.getByText('Beta testers').waitFor()
  await row.getByText('3 included (+1), 1 excluded, 1 rule').waitFor()
  await takePicture(page, 'segment-proposals')
  await row.click()
  await page.waitForURL(new RegExp(id))
  await page.getByText('2 ids added, 1 id removed').waitFor()
  await page.getByText('cleo and dan').waitFor()
  await page.getByText('Rule added').waitFor()
  await takePicture(page, 'segment-proposal')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('You approved this').waitFor()
  expect((await api.getSegment({ params })).versions[params.envId]).toMatchObject({
    version: 2,
    config: { included: ['ben', 'cleo', 'dan'] },
  })

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText(/approved .*change to the segment beta in Staging, now version 2/).waitFor()
  await page.getByText(/proposed a change to the segment beta in Staging/).waitFor()
  await page.getByText(/saved version 1 of the segment beta in Staging/).waitFor()
  await page.getByText(/created the segment beta/).waitFor()
})

test('at 400 pixels and in the dark it is all there', async () => {
  const { id } = await propose()
  const page = await dashboard.open(`/proposals/${id}`, { width: 400, theme: 'dark' })
  await page.getByText('Change to Beta testers').waitFor()
  await page.getByText('No changes').waitFor()
  await page.getByText('It has then: 3 included, 1 excluded, 1 rule.').waitFor()
  await takePicture(page, 'segment-proposal-narrow')
})
