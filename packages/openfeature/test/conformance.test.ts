import { openFlags } from '@bunting/sdk-server'
import type { Provider, ResolutionDetails } from '@openfeature/server-sdk'
import { expect, test } from 'vitest'
import {
  type ConformanceCase,
  casesOf,
  conformanceFiles,
  contentOf,
  filesWith,
} from '../../../apps/server/src/testing/conformance-cases.ts'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { buntingProvider } from '../src/server.ts'

/** The cases whose contexts OpenFeature can express: a targeting key and attributes. */
const sayable = filesWith(({ context: { anonymousId, proxyCountry, attributes = {} } }) =>
  [anonymousId, proxyCountry, attributes.targetingKey, attributes.userId].every((one) => one === undefined),
)
const reasons: Record<string, string[]> = {
  RULE_MATCH: ['TARGETING_MATCH'],
  ROLLOUT: ['SPLIT'],
  DEFAULT: ['DEFAULT', 'STATIC'],
  DISABLED: ['DISABLED'],
  FLAG_NOT_FOUND: ['ERROR'],
  ERROR: ['ERROR'],
}
const errorCodes: Record<string, string> = { FLAG_NOT_FOUND: 'FLAG_NOT_FOUND', ERROR: 'GENERAL' }
const silent = { error: () => 0, warn: () => 0, info: () => 0, debug: () => 0 }
const fallback = 'the fallback'

const ask = (
  provider: Provider,
  { flagKey, context, expect: { value } }: ConformanceCase,
): Promise<ResolutionDetails<unknown>> => {
  const { userId: targetingKey } = context
  const asked = { ...context.attributes, ...(targetingKey === undefined ? {} : { targetingKey }) } as never
  if (typeof value === 'boolean') return provider.resolveBooleanEvaluation(flagKey, !value, asked, silent)
  if (typeof value === 'number') return provider.resolveNumberEvaluation(flagKey, value + 1, asked, silent)
  if (typeof value === 'object' && value) return provider.resolveObjectEvaluation(flagKey, {}, asked, silent)
  return provider.resolveStringEvaluation(flagKey, fallback, asked, silent)
}

test('most of the data can be said', () => {
  expect(casesOf(sayable).length).toBeGreaterThan(casesOf(conformanceFiles).length * 0.8)
})

const check = async (one: ConformanceCase) => {
  const bootstrap = contentOf(one, 'env_1') as never
  const provider = buntingProvider(openFlags({ url: 'http://127.0.0.1:9', key: 'sk_test', bootstrap }))
  const { value, reason, errorCode, variant, flagMetadata } = await ask(provider, one)
  await provider.onClose?.()
  const { expect: expected } = one
  expect(value).toEqual(expected.value ?? fallback)
  expect(reasons[expected.reason]).toContain(reason)
  expect(errorCode).toBe(errorCodes[expected.reason])
  expect(flagMetadata?.ruleId).toBe(expected.ruleId)
  if (typeof value !== 'boolean') expect(variant).toBe(expected.variant)
}

test.each(sayable)('$subject', ({ cases }) => everyCase(cases, check))
