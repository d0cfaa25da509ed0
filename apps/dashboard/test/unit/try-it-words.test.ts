import { operators } from '@bunting/engine'
import { expect, test } from 'vitest'
import { negate, sayWhy } from '../../src/pages/flag/try-it/words.ts'

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
  const result = { value: true, reason: 'RULE_MATCH', ruleId: 'r1' } as never
  expect(sayWhy(config, result, 'Staging')).toBe('Rule 1 matched.')
  expect(sayWhy({ ...config, rules: [{ ...rule, name: 'Staff' }] }, result, 'Staging')).toBe('Rule 1, Staff, matched.')
})
