import { expect, test } from 'vitest'
import { sayCondition } from '../../src/features/diff/words/condition-words.ts'
import { sayPrerequisite } from '../../src/features/diff/words/prerequisite-words.ts'
import { sayValue } from '../../src/format/say-value.ts'
import { group } from '../support/whole-config.ts'

test('a condition is a part of a sentence, with the case that it ignores', () => {
  expect(sayCondition({ attribute: 'country', operator: 'in', value: ['NL', 'BE'] })).toBe('country is one of NL, BE')
  expect(sayCondition({ attribute: 'beta', operator: 'is_set' })).toBe('beta is set')
  expect(sayCondition({ attribute: 'plan', operator: 'equals', value: 'Team', ignoreCase: true })).toBe(
    'plan is Team ignoring case',
  )
})

test('a segment is called by its key, and of several any will do', () => {
  expect(sayCondition({ operator: 'in_segment', value: 'beta' })).toBe('is in the segment beta')
  expect(sayCondition({ operator: 'not_in_segment', value: ['beta'] })).toBe('is not in the segment beta')
  expect(sayCondition({ operator: 'in_segment', value: ['beta', 'staff'] })).toBe(
    'is in one of the segments beta, staff',
  )
  expect(sayCondition({ operator: 'not_in_segment', value: ['beta', 'staff'] })).toBe(
    'is in none of the segments beta, staff',
  )
})

test('groups say how they hold together, however deep they are', () => {
  expect(sayCondition(group)).toBe(
    'any of: country is one of NL, BE; is in the segment beta; ' +
      '(all of: email ends with @northpier.example ignoring case; ' +
      '(none of: plan is free; is in none of the segments beta, staff))',
  )
})

test('a prerequisite says which answers will do', () => {
  expect(sayPrerequisite({ flagKey: 'new-checkout', values: [true] })).toBe('Needs new-checkout to answer true')
  expect(sayPrerequisite({ flagKey: 'theme', values: ['dark', '', { dim: 1 }] })).toBe(
    'Needs theme to answer dark, "" or {"dim":1}',
  )
})

test('of a long document a sentence has the beginning', () => {
  expect(sayValue({ a: [null, 1] })).toBe('{"a":[null,1]}')
  expect(sayValue(['x'.repeat(1_000)])).toBe(`["${'x'.repeat(58)}…`)
})
