import { type Explanation, operators, type PrerequisiteExplanation } from '@bunting/engine'
import { expect, test } from 'vitest'
import { contextOf } from '../../src/features/try-it/context.ts'
import { sayPlace } from '../../src/features/try-it/say-place.ts'
import { negate, sayBecause, sayCompared, saySegmentsOf, sayWhy } from '../../src/features/try-it/words.ts'

test('a place in a draft is said as people see it', () => {
  expect(
    ['config.variants[0].key', 'config.rules[1].conditions[0].value', 'config.defaultValue', 'config'].map(sayPlace),
  ).toEqual(['the key of variant 1', 'the value of condition 1 of rule 2', 'the default', 'the draft'])
})

test.each([
  ['is', 'is not'],
  ['is not', 'is'],
  ['is one of', 'is not one of'],
  ['is none of', 'is one of'],
  ['contains', 'does not contain'],
  ['does not contain', 'contains'],
  ['starts with', 'does not start with'],
  ['ends with', 'does not end with'],
  ['is at least version', 'is not at least version'],
  ['matches pattern', 'does not match pattern'],
  ['is set', 'is not set'],
])('what "%s" says when it does not hold: "%s"', (label, negated) => {
  expect(negate(label)).toBe(negated)
})

test.each(operators)('the label of $name reads otherwise when it does not hold', ({ label }) => {
  expect(negate(label)).not.toBe(label)
  expect(negate(label)).toMatch(/^(is|does not|contains)\b/)
})

test('a rule is called by its number, and by its name where it has one', () => {
  const rule = { id: 'r1', name: '', enabled: true, conditionOperator: 'AND', conditions: [], value: true } as const
  const config = { version: 1, enabled: true, defaultValue: false, rules: [rule] }
  const told: Explanation = { result: { value: true, reason: 'RULE_MATCH', ruleId: 'r1' }, rules: [] }
  expect(sayWhy(config, told, 'Staging')).toBe('Rule 1 matched.')
  expect(sayWhy({ ...config, rules: [{ ...rule, name: 'Staff' }] }, told, 'Staging')).toBe('Rule 1, Staff, matched.')
})

test.each([
  ['in', true, 'one of them is one of'],
  ['in', false, 'none of them is one of'],
  ['not_in', true, 'none of them is one of'],
  ['not_in', false, 'one of them is one of'],
  ['not_contains', true, 'none of them contains'],
  ['is_set', true, 'is set'],
])('a list compared by %s, which is %s: "%s"', (operator, matched, words) => {
  expect(sayCompared({ attribute: 'roles', operator, actual: ['a', 'b'], matched })).toBe(words)
})

test('a segment is said as it turned out to be, and why', () => {
  const told = { value: 'beta', segments: [] }
  expect(saySegmentsOf({ ...told, operator: 'in_segment', matched: false })).toBe('is not in the segment')
  expect(saySegmentsOf({ ...told, operator: 'not_in_segment', matched: false })).toBe('is in the segment')
  expect(sayBecause({ key: 'beta', in: true, because: 'rule', ruleId: 'staff' })).toBe('by its rule staff')
})

test.each<[Partial<PrerequisiteExplanation>, string]>([
  [{ actual: false, reason: 'DEFAULT' }, 'Off because parent answers false, so it is the default.'],
  [{ actual: true, reason: 'DISABLED' }, 'Off because parent is off, so it is the default.'],
  [{ actual: null, reason: 'FLAG_NOT_FOUND' }, 'Off because parent has no version in Staging, so it is the default.'],
])('a flag that another one keeps off says so: %j', (parent, words) => {
  const prerequisite = {
    flagKey: 'parent',
    values: [true],
    actual: null,
    reason: 'ERROR',
    matched: false,
    ...parent,
  } as const
  const result = { value: false, reason: 'DISABLED', prerequisite: 'parent' } as const
  expect(sayWhy(null, { result, rules: [], prerequisites: [prerequisite] }, 'Staging')).toBe(words)
})

test('an attribute that is typed as a JSON array is a list, and any other text is itself', () => {
  const typed = {
    userId: '["u"]',
    roles: ' ["a", 1, true]',
    none: '[]',
    odd: '[a',
    deep: '[[1]]',
    plan: 'team',
    gone: '',
  }
  expect(contextOf(typed)).toEqual({
    userId: '["u"]',
    attributes: { roles: ['a', 1, true], none: [], odd: '[a', deep: '[[1]]', plan: 'team' },
  })
})
