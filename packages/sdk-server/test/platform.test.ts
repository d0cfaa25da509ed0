import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import type { openFlags } from '../src/index.ts'
import { sdkVersion } from '../src/version.ts'
import { bundle } from './support/bundle.ts'

test('it needs nothing that only Node has, so that it runs in workers', async () => {
  const input = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  const build = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'iife', name: 'sdk' })
  await build.close()

  const { setTimeout, clearTimeout, setInterval, clearInterval, AbortController, TextEncoder, performance } = globalThis
  const web = { setTimeout, clearTimeout, setInterval, clearInterval, AbortController, TextEncoder, performance }
  const worker = createContext(web, { codeGeneration: { strings: false } })
  const sdk: { openFlags: typeof openFlags } = runInContext(`${output[0].code}; sdk`, worker)
  const fetch = () => Promise.reject(new TypeError('no network'))
  const rule = { id: 'rule_1', enabled: true, conditionOperator: 'AND', conditions: [], value: true }
  const bootstrap = bundle({ a: { rules: [rule] } })
  const flags = sdk.openFlags({ url: 'https://flags.test', key: 'sk_1', bootstrap, fetch })
  expect(flags.booleanDetails('a', {}, false)).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  await flags.close()
})

test('it tells its own version', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(sdkVersion).toBe(manifest.version)
})
