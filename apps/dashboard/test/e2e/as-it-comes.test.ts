import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { 'Ines Ferreira': 'editor' },
  settings: { BUNTING_WEBHOOK_ALLOW: '127.0.0.0/8' },
})
const { api, environments } = dashboard

const evaluated = (value: string) => ({
  flagKey: 'checkout-layout',
  environmentId: environments.staging ?? '',
  value,
  reason: 'RULE_MATCH' as const,
  sdkType: 'server' as const,
  sdkVersion: '1.0.0',
  evaluatedAt: new Date().toISOString(),
})

test('what apps were answered in the last hour shows while it goes on', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging&tab=usage')
  await page.getByRole('heading', { name: 'No answers counted in Staging' }).waitFor()
  await api.recordEvents({ body: { events: [evaluated('classic'), evaluated('classic'), evaluated('compact')] } })
  await page.getByText('3 answers in the last hour: classic 2 and compact 1.').waitFor()
  expect(await findProblems(page, 'usage-live')).toEqual([])
})

test('admins see who is told of what happens, others do not', async () => {
  const body = { url: 'http://127.0.0.1:9/hooks/secret', events: ['flag.', 'schedule.failed'], description: 'Deploys' }
  await api.createWebhook({ body })
  const page = await dashboard.open('/environments')
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /Deploys/ })
  await row.getByText('127.0.0.1:9', { exact: true }).waitFor()
  await row.getByText('flag., schedule.failed').waitFor()
  expect(await page.getByText('secret').count()).toBe(0)
  await row.scrollIntoViewIfNeeded()
  await takePicture(page, 'webhooks')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('created the webhook Deploys to 127.0.0.1:9').waitFor()

  const editor = await dashboard.openAs('Ines Ferreira', '/environments')
  await editor.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
  expect(await editor.getByText('Webhooks').count()).toBe(0)
})
