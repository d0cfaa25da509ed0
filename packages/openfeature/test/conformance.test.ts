import { readdirSync, readFileSync } from 'node:fs'
import { type Bundle, type EvaluationContext, type FlagConfig, openFlags } from '@bunting/sdk-server'
import { expect, test } from 'vitest'
import { buntingProvider } from '../src/server.ts'

type Case = {
  name: string
  flagKey: string
  config: FlagConfig | null
  context: EvaluationContext & { proxyCountry?: string }
  expect: { value: boolean | string | number | null; reason: string; variant?: string; ruleId?: string }
}

const folder = new URL('../../../conformance/', import.meta.url)
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'explain.json')
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] }).cases)

/** What OpenFeature's contexts can say: a targeting key and attributes. */
const sayable = cases.filter(({ context: { anonymousId, proxyCountry, attributes = {} } }) =>
  [anonymousId, proxyCountry, attributes.targetingKey, attributes.userId].every((one) => one === undefined),
)
const reasons: Record<string, string[]> = {
  RULE_MATCH: ['TARGETING_MATCH'],
  ROLLOUT: ['SPLIT'],
  DEFAULT: ['DEFAULT', 'STATIC'],
  DISABLED: ['DISABLED'],
  FLAG_NOT_FOUND: ['ERROR'],
}
const silent = { error: () => 0, warn: () => 0, info: () => 0, debug: () => 0 }

test('most of the data can be said', () => {
  expect(sayable.length).toBeGreaterThan(cases.length * 0.8)
})

test.each(sayable)('$name', async ({ flagKey, config, context, expect: expected }) => {
  const flag = config && { id: 'flag_1', type: typeof config.defaultValue as 'string', clientSafe: false, config }
  const bootstrap: Bundle = { environmentId: 'env_1', revision: 1, flags: flag ? { [flagKey]: flag } : {} }
  const provider = buntingProvider(openFlags({ url: 'http://127.0.0.1:9', key: 'sk_test', bootstrap }))
  const asked = { ...context.attributes, ...(context.userId === undefined ? {} : { targetingKey: context.userId }) }
  const ask = {
    boolean: () => provider.resolveBooleanEvaluation(flagKey, !expected.value, asked as never, silent),
    number: () => provider.resolveNumberEvaluation(flagKey, Number(expected.value) + 1, asked as never, silent),
    string: () => provider.resolveStringEvaluation(flagKey, 'the fallback', asked as never, silent),
  }
  const { value, reason, variant, flagMetadata } = await ask[(flag?.type ?? 'string') as keyof typeof ask]()
  expect(value).toBe(expected.value ?? 'the fallback')
  expect(reasons[expected.reason]).toContain(reason)
  expect(flagMetadata?.ruleId).toBe(expected.ruleId)
  if (typeof value !== 'boolean') expect(variant).toBe(expected.variant)
  await provider.onClose?.()
})
