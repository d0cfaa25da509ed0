import { nextEvaluation } from '@bunting/engine'
import { expect, test } from 'vitest'
import { doorOf } from '../../src/delivery/track/door-of.ts'
import { compileBundle, edgeBundleOf } from '../../src/testing/clients/compile-bundle.ts'

const isPro = [{ attribute: 'plan', operator: 'equals', value: 'pro' }]
const rule = { id: 'rule_1', name: '', enabled: true, conditionOperator: 'AND', conditions: isPro }
const flag = (config: object) => ({
  id: 'flag_1',
  type: 'string',
  clientSafe: true,
  config: { version: 1, enabled: true, defaultValue: 'off', ...config },
})
const experiment = {
  ...flag({
    variants: [{ key: 'blue', value: '#00f' }],
    rules: [{ ...rule, distribution: [{ variant: 'blue', weight: 1 }] }],
  }),
  experiment: { ruleId: 'rule_1', exposure: 'evaluation' },
}

/** Makes a chain of flags that each need the one before, the first one with an experiment. Each evaluation reads the plan once. */
const chainOf = (length: number) => {
  const rules = [{ ...rule, value: 'on' }]
  const links = Array.from({ length }, (_, at) => {
    const needed = at === 0 ? { flagKey: 'color', values: ['#00f'] } : { flagKey: `link-${at - 1}`, values: ['on'] }
    return [`link-${at}`, flag({ rules, prerequisites: [needed] })]
  })
  const flags = { color: experiment, ...Object.fromEntries(links) }
  return compileBundle(edgeBundleOf({ environmentId: 'env_1', revision: 1, format: 2, flags, segments: {} }))
}

test('an exposure over a long chain of prerequisites evaluates each of its flags once', () => {
  const length = 1_000
  const { exposuresOf } = doorOf(chainOf(length))
  let reads = 0
  const attributes = {
    get plan() {
      reads++
      return 'pro'
    },
  }
  const context = { userId: 'ada', attributes }
  const evaluation = nextEvaluation()
  const exposed = [{ flagKey: 'color', ruleId: 'rule_1', variant: 'blue' }]
  expect(exposuresOf(`link-${length - 1}`, context, evaluation)).toEqual(exposed)
  expect(reads).toBe(length + 1)
  // Another flag of the same evaluation is not evaluated again.
  expect(exposuresOf('link-0', context, evaluation)).toEqual(exposed)
  expect(reads).toBe(length + 1)
})
