import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { startConformanceServer } from '../../../apps/server/src/testing/servers/conformance-server.ts'
import type { Details, Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

const { files, deliveryUrl, fetchFrom } = await startConformanceServer()

type Case = (typeof files)[number]['cases'][number]

const ask = (flags: Flags, flagKey: string, value: unknown): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, value + 1)
  if (typeof value === 'object' && value) return flags.jsonDetails(flagKey, {})
  return flags.stringDetails(flagKey, 'the fallback')
}

/** If a flag has no answer, the fallback is returned with the error. */
const errors: Record<string, object> = {
  FLAG_NOT_FOUND: { value: 'the fallback', error: 'FLAG_NOT_FOUND' },
  ERROR: { value: 'the fallback', error: 'GENERAL' },
}

const check = async ({ key, flagKey, context: { proxyCountry, ...context }, expect: expected }: Case) => {
  const fetch = fetchFrom(proxyCountry)
  const flags = openTestFlags({ url: deliveryUrl, key, flags: [flagKey], context, fetch })
  const isReady = await flags.ready()
  const details = ask(flags, flagKey, expected.value)
  await flags.close()
  expect(isReady).toBe(true)
  expect(details).toEqual({ ...expected, ...errors[expected.reason] })
}

test.each(files)('$subject', ({ cases }) => everyCase(cases, check))
