import { expect, test } from 'vitest'
import { startReceiver } from '../../../server/src/testing/servers/receiver.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Ines Ferreira': 'editor' },
  settings: { BUNTING_WEBHOOK_ALLOW: '127.0.0.0/8' },
})
const { api, projectId } = dashboard
const receiver = await startReceiver()

const rename = (name: string) => api.updateFlag({ params: { projectId, flagKey: 'gift-cards' }, body: { name } })

test('a webhook is made in our words, tested, told of what happens, changed, and deleted', async () => {
  const page = await dashboard.open('/environments')
  await page.getByRole('link', { name: 'webhooks', exact: true }).click()
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByText('It needs an address.').waitFor()
  await form.getByLabel('Address').fill('https://10.0.0.1/hook')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByText(/The address is not public/).waitFor()
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('Description').fill('Deploy bot')
  await form.getByRole('checkbox', { name: 'Flags' }).uncheck()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByText('Choose something that it is told of.').waitFor()
  await form.getByRole('button', { name: 'Choose from Flags' }).click()
  await form.getByLabel('Flag changed').check()
  await form.getByRole('checkbox', { name: 'Schedules' }).check()
  await form.getByLabel('Where it happens').selectOption('In every project, and the organization itself')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the secret' })
  await shown.getByText(/^whsec_/).waitFor()
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /Deploy bot/ })
  await row.getByText('Flag changed, Schedules').waitFor()
  await row.getByText('none yet').waitFor()
  await row.getByText('On', { exact: true }).waitFor()
  const [made] = (await api.listWebhooks({})).items
  expect(made).toMatchObject({ events: ['flag.updated', 'schedule.'], projectId: null, format: 'standard' })
  await row.getByRole('link', { name: /Deploy bot/ }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('It arrived', { exact: true }).waitFor()
  await rename('Gift vouchers')
  await receiver.until(2)
  await page.reload()
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Flag changed/ })
  await delivery.getByText('Delivered').waitFor()
  await delivery.getByRole('button', { name: 'Show the tries' }).click()
  await page.getByText(/^Message msg_/).waitFor()
  await delivery.getByRole('button', { name: /^Send again/ }).click()
  await receiver.until(3)
  expect(new Set(receiver.received.slice(1).map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  await page.getByRole('button', { name: 'More for this webhook' }).click()
  await page.getByRole('menuitem', { name: 'Give it a new secret' }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  const rotated = page.getByRole('dialog', { name: 'Copy the new secret' })
  await rotated.getByText('For 24 hours the one before signs too', { exact: false }).waitFor()
  await rotated.getByLabel('I have stored it').check()
  await rotated.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'More for this webhook' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit the webhook' })
  expect(await edit.getByLabel('Address').inputValue()).toBe(receiver.url)
  await edit.getByLabel('Everything that happens').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByText('Everything', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  await page.getByText('Off', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'More for this webhook' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the webhook' }).click()
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  expect((await api.listWebhooks({})).items).toEqual([])
})

test('one that was switched off says why, and what failed is sent again', async () => {
  receiver.reply = () => 410
  await api.createWebhook({ body: { url: receiver.url, events: ['flag.'], projectId, description: 'Old bot' } })
  await rename('Gift cards again')
  await expect.poll(async () => (await api.listWebhooks({})).items[0]?.enabled).toBe(false)
  const page = await dashboard.open('/webhooks')
  const row = page.getByRole('row', { name: /Old bot/ })
  await row.getByText('Switched off').waitFor()
  await row.getByText('Failed').waitFor()
  await row.getByRole('link', { name: /Old bot/ }).click()
  await page.getByText('It was switched off.').waitFor()
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByText(/^410 in/)
    .waitFor()
  receiver.reply = () => 204
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  await page
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click()
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').first().waitFor()
})

test('webhooks are for admins', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/webhooks')
  await page.getByRole('heading', { name: 'Webhooks are for admins' }).waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
})
