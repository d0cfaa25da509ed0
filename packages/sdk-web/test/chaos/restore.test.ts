import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startHere } from '../../../../apps/server/src/testing/servers/start-here.ts'
import { openPage } from '../support/browser.ts'
import { bundleForBrowsers } from '../support/bundle-for-browsers.ts'

const folder = () => mkdtemp(join(tmpdir(), 'bunting-page-'))

test('a page lives through a restored backup: it has what that says, and what is changed from there on', async () => {
  const [dataDir, backup] = [await folder(), await folder()]
  await using first = await startHere({ BUNTING_DATA_DIR: dataDir })
  const settings = {
    BUNTING_DATA_DIR: dataDir,
    BUNTING_MANAGEMENT_PORT: new URL(first.managementUrl).port,
    BUNTING_DELIVERY_PORT: new URL(first.deliveryUrl).port,
  }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${first.firstKey}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(`${first.managementUrl}${path}`, init)).json()
  }
  const [project] = (await send('GET', '/v1/projects?slug=default')).items
  const base = `/v1/projects/${project.id}`
  const { items } = await send('GET', `${base}/environments`)
  const { id } = items.find(({ slug }: { slug: string }) => slug === 'development')
  const set = (version: number, defaultValue: string) =>
    send('PUT', `${base}/environments/${id}/flags/colour`, { version, enabled: true, defaultValue, rules: [] })
  await send('POST', `${base}/flags`, { key: 'colour', name: 'Colour', type: 'string', clientSafe: true })
  await set(1, 'blue')
  const { key } = await send('POST', `${base}/environments/${id}/api-keys`, { type: 'client', description: 'page' })

  const script = `import { openFlags } from './sdk.js'
    window.flags = openFlags(${JSON.stringify({ url: first.deliveryUrl, key, flags: ['colour'] })})`
  const sdk = await bundleForBrowsers(fileURLToPath(new URL('../../src/index.ts', import.meta.url)))
  const { page } = await openPage({ '/': `<script type="module">${script}</script>`, '/sdk.js': sdk })
  const has = (value: string) => expect.poll(() => page.evaluate(() => flags.string('colour', 'none'))).toBe(value)
  await has('blue')
  await first.stop()
  await cp(dataDir, backup, { recursive: true })

  await using second = await startHere(settings)
  await set(2, 'green')
  await has('green')
  await second.stop()
  await rm(dataDir, { recursive: true })
  await cp(backup, dataDir, { recursive: true })

  await using _third = await startHere(settings)
  await has('blue')
  await set(2, 'red')
  await has('red')
  // The values that the browser stored are current, too.
  await page.reload()
  await has('red')
})
