import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { takePicture } from '../support/look.ts'

const dashboard = await startDashboard()
const { api, deliveryUrl } = dashboard

test('steps tick off as they are done', async () => {
  const project = await api.createProject({ body: { name: 'Storefront', slug: 'storefront' } })
  const [development] = project.environments.filter(({ slug }) => slug === 'development')
  const envId = development?.id ?? ''
  const page = await dashboard.open('//healthz')
  const followed = page.waitForResponse('**/stream')
  await page.goto(`${dashboard.url}/projects/${project.id}/start`)
  const done = () =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: 'Done' }) })
      .getByRole('heading')
      .allInnerTexts()
  await page.getByRole('button', { name: 'Create a flag' }).waitFor()
  await takePicture(page, 'start-nothing')
  expect(await done()).toEqual([])
  // From here on the page receives changes.
  await followed

  const params = { projectId: project.id, flagKey: 'welcome-banner' }
  await api.createFlag({ params, body: { key: 'welcome-banner', name: 'Welcome banner', type: 'boolean' } })
  const config = { defaultValue: true, rules: [] }
  await api.createFlagVersion({ params: { ...params, envId }, body: { version: 1, enabled: true, ...config } })
  const first = await api.createApiKey({
    params: { projectId: project.id, envId },
    body: { type: 'server', description: 'First' },
  })
  await page.getByText('is on for everyone in Development').waitFor()
  await expect.poll(done).toEqual(['Create a flag', 'Get a key'])
  await takePicture(page, 'start-two')

  await api.createFlagVersion({ params: { ...params, envId }, body: { version: 2, enabled: false, ...config } })
  await page.getByText('is off in Development').waitFor()
  await expect.poll(done).toEqual(['Create a flag', 'Get a key', 'Change the answer'])

  // A plain request is sent, and the waiting page notices it by itself.
  await page.getByText('Waiting for the first question with a key of Development').waitFor()
  await fetch(`${deliveryUrl}/v1/evaluate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${first.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ flagKey: 'welcome-banner', context: { userId: 'ada' } }),
  })
  await page.getByText('your code and Bunting talk to each other').waitFor()
  expect(await done()).toContain('Ask for the flag')
  await takePicture(page, 'start-asked')
  for (const tab of ['Browser', 'React']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('link', { name: 'make one' }).waitFor()
    await takePicture(page, `start-${tab.toLowerCase()}`)
  }
})

test('whoever comes to a project without flags lands on Get started, and on its flags once there are some', async () => {
  const page = await dashboard.open('//')
  await page.getByRole('heading', { name: 'Get started', exact: true }).waitFor()
  const params = { projectId: dashboard.projectId }
  await api.createFlag({ params, body: { key: 'first', name: 'First', type: 'boolean' } })
  await page.goto(dashboard.url)
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
})
