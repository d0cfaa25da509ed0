import { expect, test } from 'vitest'
import {
  type ConformanceCase,
  conformanceCases,
  contentOf,
} from '../../../apps/server/src/testing/conformance-cases.ts'
import { type Details, type Flags, openFlags } from '../src/index.ts'
import { nowhere } from './support/flags.ts'

const fallback = 'the fallback'

const ask = (flags: Flags, { flagKey, context, expect: { value } }: ConformanceCase): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, context, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, context, value + 1)
  if (typeof value === 'object' && value) return flags.jsonDetails(flagKey, context, {})
  return flags.stringDetails(flagKey, context, fallback)
}

/** Where a flag has nothing to say the fallback comes back, with the error. */
const errors: Record<string, object> = {
  FLAG_NOT_FOUND: { value: fallback, error: 'FLAG_NOT_FOUND' },
  ERROR: { value: fallback, error: 'GENERAL' },
}

test.each(conformanceCases)('$name', async (one) => {
  const bootstrap = contentOf(one, 'env_1') as never
  const flags = openFlags({ url: nowhere, key: 'sk_test', bootstrap })
  const { version, isStatic, ...result } = ask(flags, one)
  expect(result).toEqual({ ...one.expect, ...errors[one.expect.reason] })
  await flags.close()
})
