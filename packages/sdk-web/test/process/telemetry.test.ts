import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { startHere } from '../../../../apps/server/src/testing/servers/start-here.ts'
import { openPage } from '../support/browser.ts'
import { bundleForBrowsers } from '../support/bundle-for-browsers.ts'

test("a page's evaluations reach Bunting, from another origin and with a client key", async () => {
  await using server = await startHere({ BUNTING_DATA_DIR: await mkdtemp(join(tmpdir(), 'bunting-page-')) })
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${server.firstKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.managementUrl}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    return response.json()
  }
  const [project] = (await send('GET', '/v1/projects?slug=default')).items
  const base = `/v1/projects/${project.id}`
  const { items } = await send('GET', `${base}/environments`)
  const environmentId = items.find(({ slug }: { slug: string }) => slug === 'development').id
  await send('POST', `${base}/flags`, { key: 'colour', name: 'Colour', type: 'string', clientSafe: true })
  const config = { version: 1, enabled: true, defaultValue: 'blue', rules: [] }
  await send('PUT', `${base}/environments/${environmentId}/flags/colour`, config)
  const made = { type: 'client', description: 'page' }
  const { key } = await send('POST', `${base}/environments/${environmentId}/api-keys`, made)

  const options = { url: server.deliveryUrl, key, flags: ['colour'], telemetry: { url: server.managementUrl } }
  const script = `import { openFlags } from './sdk.js'; window.flags = openFlags(${JSON.stringify(options)})`
  const sdk = await bundleForBrowsers(fileURLToPath(new URL('../../src/index.ts', import.meta.url)))
  const { page } = await openPage({ '/': `<script type="module">${script}</script>`, '/sdk.js': sdk })
  await page.evaluate(async () => {
    await flags.ready()
    for (let n = 0; n < 3; n++) flags.string('colour', 'red')
    await flags.flush()
  })

  const usage = async () => {
    await send('POST', '/v1/telemetry/backfill', { date: new Date().toISOString().slice(0, 10), environmentId })
    return (await send('GET', `${base}/flags/colour/usage?environmentId=${environmentId}`)).rows
  }
  const told = [{ totalEvaluations: 3, valueDistribution: { blue: 3 } }]
  await vi.waitFor(async () => expect(await usage()).toMatchObject(told))
})
