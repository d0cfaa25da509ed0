import { expect, test } from 'vitest'
import { startReceiver } from '../../../server/src/testing/servers/receiver.ts'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, settings: { BUNTING_WEBHOOK_ALLOW: '127.0.0.0/8' } })
const { api, projectId } = dashboard
const receiver = await startReceiver()

/** Creates a webhook that is sent a message and gets this answer. */
const tell = async (description: string, answer: number): Promise<void> => {
  receiver.reply = () => answer
  const before = receiver.received.length
  await api.createWebhook({ body: { url: receiver.url, events: ['flag.updated'], projectId, description } })
  await api.updateFlag({ params: { projectId, flagKey: 'gift-cards' }, body: { name: `For the ${description}` } })
  await receiver.until(before + 1)
}

test('webhooks fit every window, and everybody can use them, on or switched off', async () => {
  await tell('Old bot', 410)
  await expect.poll(async () => (await api.listWebhooks({})).items[0]?.enabled).toBe(false)
  await tell('Deploy bot', 204)
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('Description').fill('Deploy bot')
  await form.getByRole('checkbox', { name: 'Flags' }).uncheck()
  await form.getByRole('button', { name: 'Choose from Flags' }).click()
  await form.getByLabel('Flag changed').check()
  await form.getByRole('checkbox', { name: 'Schedules' }).check()
  await form.getByLabel('Where it happens').selectOption('In every project, and the organization itself')
  await takePicture(page, 'webhooks-new')
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()

  const row = page.getByRole('row', { name: /Old bot/ })
  await row.getByText('Switched off').waitFor()
  await row.getByText('Failed').waitFor()
  expect(await findProblems(page, 'webhooks-off')).toEqual([])
  await row.getByRole('link', { name: /Old bot/ }).click()
  await page.getByText('It was switched off.').waitFor()
  await takePicture(page, 'webhook-off')

  await goTo(page, '/webhooks')
  await page.getByRole('link', { name: /Deploy bot/ }).click()
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Flag changed/ })
  await delivery.getByText('Delivered').waitFor()
  await delivery.getByRole('button', { name: 'Show the tries' }).click()
  await page.getByText(/^Message msg_/).waitFor()
  expect(await findProblems(page, 'webhook')).toEqual([])
})
