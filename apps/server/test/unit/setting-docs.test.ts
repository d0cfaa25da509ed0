import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { settingDocs, settingParts } from '../../src/config/setting-docs.ts'
import { settings } from '../../src/config/settings.ts'

/** Settings of a provider and a collector: without them their other settings are not read. */
const base = {
  BUNTING_OAUTH_ISSUER: 'https://id.example.com',
  BUNTING_OAUTH_CLIENT_ID: 'bunting',
  BUNTING_OAUTH_ADMINS: 'ada@example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
}

const defaults = Object.entries(settingDocs).flatMap(([name, doc]) =>
  doc.default === undefined ? [] : [[name, doc.default] as const],
)

test.each(defaults)('%s is %s where nobody sets it', (name, value) => {
  expect(readConfig({ ...base, [name]: value })).toEqual(readConfig(base))
})

test('the page has every setting once, and nothing that is none', () => {
  const shown = settingParts.flatMap(({ docs }) => Object.keys(docs))
  expect(shown.toSorted()).toEqual(Object.keys(settings).toSorted())
})

test('docs/settings.md is what the script writes', () => {
  const script = fileURLToPath(new URL('../../../../scripts/docs/settings.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
