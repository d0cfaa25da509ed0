import { expect, test } from 'vitest'
import { startConformanceServer } from '../../../apps/server/src/testing/conformance-server.ts'
import type { Details, Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

const { cases, deliveryUrl, fetchFrom } = await startConformanceServer()

const ask = (flags: Flags, flagKey: string, value: unknown): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, value + 1)
  return flags.stringDetails(flagKey, 'the fallback')
}

test.each(cases)('$name', async ({ key, flagKey, config, context: { proxyCountry, ...context }, expect: expected }) => {
  const fetch = fetchFrom(proxyCountry)
  const flags = openTestFlags({ url: deliveryUrl, key, flags: [flagKey], context, fetch })
  expect(await flags.ready()).toBe(true)
  const missing = { value: 'the fallback', reason: 'FLAG_NOT_FOUND', error: 'FLAG_NOT_FOUND' }
  expect(ask(flags, flagKey, expected.value)).toEqual(config ? expected : missing)
})
