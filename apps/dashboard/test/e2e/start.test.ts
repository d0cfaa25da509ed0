import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })
const { api, key, deliveryUrl, projectId } = dashboard
const run = promisify(execFile)

const openStart = async (look = {}): Promise<Page> => {
  const page = await dashboard.open('/start', look)
  await page.getByText('"requestId"').waitFor()
  return page
}

/** What the page says to run, as somebody copies it. */
const copySnippet = async (page: Page, tab: string): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByLabel('Delivery', { exact: true }).fill(deliveryUrl)
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('button', { name: 'Copy the snippet' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

// Beside the packages, so that they are found by their names.
const runInFolder = async (file: string, code: string, command: string[]): Promise<string> => {
  const folder = await mkdtemp(join(import.meta.dirname, '../../../../node_modules/.snippet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, file), code)
  const [program = '', ...rest] = command
  const env = { ...process.env, BUNTING_KEY: key }
  return (await run(program, [...rest, file], { cwd: folder, env })).stdout
}

test('the curl line gives the answer that the page foretells', async () => {
  const page = await openStart()
  const foretold = JSON.parse((await page.locator('.answer').innerText()).replace('You should see', ''))
  const output = await runInFolder('ask.sh', await copySnippet(page, 'curl'), ['sh'])
  expect(JSON.parse(output)).toEqual({ ...foretold, requestId: expect.any(String) })
})

test.each(['Node', 'OpenFeature'])('the snippet for %s runs as it is', async (tab) => {
  const page = await openStart()
  const output = await runInFolder('ask.mjs', await copySnippet(page, tab), [process.execPath])
  expect(output.trim()).toBe('false')
})

test('the snippet for the command line runs as it is', async () => {
  const page = await openStart()
  const code = await copySnippet(page, 'Command line')
  const bunting = join(import.meta.dirname, '../../../bunting/bin/bunting.mjs')
  const output = await runInFolder('ask.sh', code.replaceAll('npx bunting', `"${process.execPath}" "${bunting}"`), [
    'sh',
  ])
  expect(output).toContain('holiday-hero')
  expect(output).toContain('DISABLED')
})

test.each(['Browser', 'React'])(
  'the snippet for %s asks for a client key, and says that the flag has to be client-safe',
  async (tab) => {
    const page = await openStart()
    const code = await copySnippet(page, tab)
    expect(code).toContain("'holiday-hero', false)")
    expect(code).toContain(deliveryUrl)
    await page.getByRole('link', { name: 'make one' }).waitFor()
    await takePicture(page, `start-${tab.toLowerCase()}`)
    await api.updateFlag({ params: { projectId, flagKey: 'holiday-hero' }, body: { clientSafe: false } })
    await page.reload()
    await page.getByRole('tab', { name: tab }).click()
    await page.getByText('is not client-safe').waitFor()
    await api.updateFlag({ params: { projectId, flagKey: 'holiday-hero' }, body: { clientSafe: true } })
  },
)

test('steps tick off as they are done', async () => {
  const project = await api.createProject({ body: { name: 'Storefront', slug: 'storefront' } })
  const [development] = project.environments.filter(({ slug }) => slug === 'development')
  const envId = development?.id ?? ''
  const page = await dashboard.open(`//projects/${project.id}/start`)
  const done = () =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: 'Done' }) })
      .getByRole('heading')
      .allInnerTexts()
  await page.getByRole('link', { name: 'Go to the flags' }).waitFor()
  await takePicture(page, 'start-nothing')
  expect(await done()).toEqual([])

  const params = { projectId: project.id, flagKey: 'welcome-banner' }
  await api.createFlag({ params, body: { key: 'welcome-banner', name: 'Welcome banner', type: 'boolean' } })
  const config = { defaultValue: true, rules: [] }
  await api.createFlagVersion({ params: { ...params, envId }, body: { version: 1, enabled: true, ...config } })
  const first = await api.createApiKey({
    params: { projectId: project.id, envId },
    body: { type: 'server', description: 'First' },
  })
  await page.reload()
  await page.getByText('is on for everyone in Development').waitFor()
  await expect.poll(done).toEqual(['Create a flag', 'Get a key'])
  await takePicture(page, 'start-two')

  await api.createFlagVersion({ params: { ...params, envId }, body: { version: 2, enabled: false, ...config } })
  await page.reload()
  await page.getByText('is off in Development').waitFor()
  await expect.poll(done).toEqual(['Create a flag', 'Get a key', 'Change the answer'])

  // Somebody asks with a plain request, and the page that waits for it notices by itself.
  await page.getByText('Waiting for the first question with a key of Development').waitFor()
  await fetch(`${deliveryUrl}/v1/evaluate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${first.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ flagKey: 'welcome-banner', context: { userId: 'ada' } }),
  })
  await page.getByText('your code and Bunting talk to each other').waitFor()
  expect(await done()).toContain('Ask for the flag')
  await takePicture(page, 'start-asked')
})

test('a flag made in the editor answers true when it is on and false when it is off', async () => {
  const project = await api.createProject({ body: { name: 'Counter', slug: 'counter' } })
  const envId = project.environments.find(({ slug }) => slug === 'development')?.id ?? ''
  const params = { projectId: project.id, envId, flagKey: 'first' }
  await api.createFlag({ params, body: { key: 'first', name: 'First', type: 'boolean' } })
  const { key: secret } = await api.createApiKey({ params, body: { type: 'server', description: 'First' } })
  const ask = async () => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ flagKey: 'first', context: { userId: 'ada' } })
    return (await (await fetch(`${deliveryUrl}/v1/evaluate`, { method: 'POST', headers, body })).json()).value
  }
  const page = await dashboard.open(`//projects/${project.id}/start`)
  await page.getByRole('link', { name: 'first', exact: true }).click()
  const turn = page.getByRole('switch', { name: 'On in Development' })
  await turn.click()
  await page.getByRole('button', { name: 'Save as version 1' }).click()
  await page.getByText('Saved as version 1', { exact: true }).waitFor()
  expect(await ask()).toBe(true)

  await page.goBack()
  await page.getByRole('link', { name: 'Open first' }).click()
  await turn.click()
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect(await ask()).toBe(false)
  await page.goBack()
  const done = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })
  await done.getByRole('heading', { name: 'Change the answer' }).waitFor()
})
