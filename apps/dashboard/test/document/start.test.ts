import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, key, deliveryUrl, projectId } = dashboard
const run = promisify(execFile)

const openStart = async (): Promise<Page> => {
  const page = await dashboard.open('/start')
  await page.getByText('"requestId"').waitFor()
  return page
}

/** Copies the command that the page shows. */
const copySnippet = async (page: Page, tab: string): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByLabel('Delivery', { exact: true }).fill(deliveryUrl)
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('button', { name: 'Copy the snippet' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

// In a folder beside the packages, so that they are found by their names.
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
  const foretold = JSON.parse((await page.locator('.expected').innerText()).replace('You should see', ''))
  const output = await runInFolder('ask.sh', await copySnippet(page, 'curl'), ['sh'])
  expect(JSON.parse(output)).toEqual({ ...foretold, requestId: expect.any(String) })
})

test('the snippets for Node, OpenFeature and the command line run as they are', async () => {
  const page = await openStart()
  for (const tab of ['Node', 'OpenFeature']) {
    const output = await runInFolder('ask.mjs', await copySnippet(page, tab), [process.execPath])
    expect(output.trim(), tab).toBe('false')
  }
  const code = await copySnippet(page, 'Command line')
  const bunting = join(import.meta.dirname, '../../../bunting/bin/bunting.mjs')
  const output = await runInFolder('ask.sh', code.replaceAll('npx bunting', `"${process.execPath}" "${bunting}"`), [
    'sh',
  ])
  expect(output).toContain('holiday-hero')
  expect(output).toContain('DISABLED')
})

test('the snippets for Browser and React ask for a client key, and say that the flag has to be client-safe', async () => {
  const page = await openStart()
  const params = { projectId, flagKey: 'holiday-hero' }
  for (const tab of ['Browser', 'React']) {
    const code = await copySnippet(page, tab)
    expect(code).toContain("'holiday-hero', false)")
    expect(code).toContain(deliveryUrl)
    await page.getByRole('link', { name: 'make one' }).waitFor()
    await api.updateFlag({ params, body: { clientSafe: false } })
    await page.getByText('is not client-safe').waitFor()
    await api.updateFlag({ params, body: { clientSafe: true } })
    await page.getByText('is not client-safe').waitFor({ state: 'detached' })
  }
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

test('the first flag is made in the guide, on where one begins, and the next step follows', async () => {
  const project = await api.createProject({ body: { name: 'Fresh', slug: 'fresh' } })
  const page = await dashboard.open(`//projects/${project.id}/start`)
  await page.getByText('Off: everybody gets the default.').waitFor()
  await page.getByRole('button', { name: 'Create a flag' }).click()
  const dialog = page.getByRole('dialog', { name: 'New flag' })
  await dialog.getByLabel('Name', { exact: true }).fill('First of all')
  await dialog.getByText('Off: everybody gets the default.').waitFor()
  await dialog.getByRole('button', { name: 'Create flag' }).click()
  const done = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })
  await done.getByRole('heading', { name: 'Create a flag' }).waitFor()
  await page.getByText('is on for everyone in').waitFor()
  expect(page.url()).toMatch(/\/start$/)
})
