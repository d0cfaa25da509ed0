import { expect, test } from 'vitest'
import { compileBundle, edgeBundleOf } from '../../src/testing/clients/compile-bundle.ts'

const rule = { id: 'r', name: '', enabled: true, conditionOperator: 'AND' }
const flag = (fields: object, clientSafe = true) => ({
  id: 'flag_1',
  type: 'boolean',
  clientSafe,
  config: { version: 1, enabled: true, defaultValue: false, rules: [], ...fields },
})
const inBeta = { rules: [{ ...rule, conditions: [{ operator: 'in_segment', value: 'beta' }], value: true }] }
const needsParent = { prerequisites: [{ flagKey: 'parent', values: [true] }] }

const bundleOf = (revision: number, { included = ['ada'], isParentSafe = false } = {}) => {
  const flags = {
    plain: flag({}),
    parent: flag(inBeta, isParentSafe),
    child: flag(needsParent),
    other: flag({ defaultValue: true }),
  }
  const segments = { beta: { unit: null, config: { version: 1, included, excluded: [], rules: [] } } }
  return edgeBundleOf({ environmentId: 'env_1', revision, format: 2, flags, segments })
}

type Flags = ReturnType<typeof compileBundle>['flags']
const kept = (before: Flags, after: Flags) =>
  [...after].filter(([key, each]) => before.get(key) === each).map(([key]) => key)

test('a segment that changes costs the flags that need it, and no others', () => {
  const first = compileBundle(bundleOf(1))
  const before = new Map(first.flags)
  const after = compileBundle(bundleOf(2, { included: ['bob'] }), first)
  expect(kept(before, after.flags)).toEqual(['plain', 'other'])
  expect(after.flags.get('child')?.evaluate({ userId: 'ada' }).result.reason).toBe('DISABLED')
  expect(after.flags.get('child')?.evaluate({ userId: 'bob' }).result.reason).toBe('DEFAULT')
})

test('what client keys are told of a flag changes with the flag that it needs', () => {
  const first = compileBundle(bundleOf(1))
  const before = new Map(first.flags)
  expect(before.get('child')?.evaluate({}).forClients?.result).toEqual({ value: false, reason: 'DISABLED' })
  const after = compileBundle(bundleOf(2, { isParentSafe: true }), first)
  expect(kept(before, after.flags)).toEqual(['plain', 'other'])
  expect(after.flags.get('child')?.evaluate({}).forClients).toBeUndefined()
})
