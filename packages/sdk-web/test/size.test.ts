import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sdkVersion } from '../src/version.ts'
import { bundleForBrowsers } from './support/bundle-for-browsers.ts'

test('all of it has less than 5.7 kB compressed', async () => {
  const script = await bundleForBrowsers(fileURLToPath(new URL('../src/index.ts', import.meta.url)))
  const { length } = gzipSync(script, { level: 9 })
  console.log(`@bunting/sdk-web: ${script.length} bytes minified, ${length} compressed`)
  expect(length).toBeLessThan(5_700)
  expect(length).toBeGreaterThan(1_000)
})

test('it tells its own version', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(sdkVersion).toBe(manifest.version)
})
