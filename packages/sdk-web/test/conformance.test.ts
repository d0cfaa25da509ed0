import { expect, test } from 'vitest'
import { startConformanceServer } from '../../../apps/server/src/testing/conformance-server.ts'
import type { Details, Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

const { cases, deliveryUrl, fetchFrom } = await startConformanceServer()

const ask = (flags: Flags, flagKey: string, value: unknown): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, value + 1)
  if (typeof value === 'object' && value) return flags.jsonDetails(flagKey, {})
  return flags.stringDetails(flagKey, 'the fallback')
}

/** Where a flag has nothing to say the fallback comes back, with the error. */
const errors: Record<string, object> = {
  FLAG_NOT_FOUND: { value: 'the fallback', error: 'FLAG_NOT_FOUND' },
  ERROR: { value: 'the fallback', error: 'GENERAL' },
}

test.each(cases)('$name', async ({ key, flagKey, context: { proxyCountry, ...context }, expect: expected }) => {
  const fetch = fetchFrom(proxyCountry)
  const flags = openTestFlags({ url: deliveryUrl, key, flags: [flagKey], context, fetch })
  expect(await flags.ready()).toBe(true)
  expect(ask(flags, flagKey, expected.value)).toEqual({ ...expected, ...errors[expected.reason] })
})
