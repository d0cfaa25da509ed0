import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { addOldFlags } from '../support/old-flags.ts'

const dashboard = await startDashboard({
  seeded: true,
  fill: (dataDir) => addOldFlags(dataDir, [{ key: 'old-banner', name: 'Old banner' }]),
})
const { api, projectId, environments } = dashboard
const params = { projectId, flagKey: 'gift-cards' }
await api.updateFlag({ params, body: { expectedEnd: '2026-01-31', kind: 'release' } })

test('the overview counts flags by kind and age, and changes by week', async () => {
  const page = await dashboard.open('/overview')
  const kinds = page.getByRole('table', { name: 'Flags by kind' })
  await kinds.waitFor()
  expect(await kinds.getByRole('row', { name: /^Release/ }).innerText()).toMatch(/\b1$/)
  const weeks = page.getByRole('list', { name: 'Changes by week' })
  expect(await weeks.getByRole('listitem').count()).toBe(12)
  expect(await findProblems(page, 'overview')).toEqual([])

  const { items } = await api.listFlags({ params, query: { archived: 'false' } })
  await page.getByText(`${items.length} active flags`).waitFor()
  // Somebody else makes one, and the page says so by itself.
  await api.createFlag({ params, body: { key: 'new-here', name: 'New here', type: 'boolean' } })
  await page.getByText(`${items.length + 1} active flags`).waitFor()
})

test('what to clean up says why; a flag is taken over, and archived once it is clear who asked for it', async () => {
  const page = await dashboard.open('/cleanup')
  const rowOf = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  await rowOf('Old banner').getByText('Nobody ever asked for it').waitFor()
  expect(await findProblems(page, 'cleanup')).toEqual([])

  await page.getByRole('radio', { name: /^Past its end/ }).click()
  await rowOf('Gift cards').getByText('Should have ended on 31 Jan').waitFor()
  expect(await rowOf('Old banner').count()).toBe(0)
  expect(page.url()).toContain('reason=past_end')

  await rowOf('Gift cards').getByRole('button', { name: 'Own Gift cards' }).click()
  await page.getByText('You own Gift cards').first().waitFor()
  await rowOf('Gift cards').getByText('Nobody looks after it').waitFor({ state: 'detached' })

  const asked = { sdkType: 'server' as const, sdkVersion: '1', evaluatedAt: Date.now(), count: 12 }
  const environmentId = environments.production ?? ''
  await api.recordEvents({
    body: { events: [{ flagKey: 'gift-cards', environmentId, value: true, reason: 'DEFAULT', ...asked }] },
  })
  const day = async () => (await api.getDayUsage({ params })).items.length
  await expect.poll(day).toBe(1)
  await rowOf('Gift cards').getByRole('button', { name: 'Archive Gift cards' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive Gift cards?' })
  await dialog.getByText(/by server SDKs: 12 times/).waitFor()
  await takePicture(page, 'cleanup-archive')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Archive the flag' }).click()
  await page.getByText('None of these').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await rowOf('Gift cards').waitFor()
})
