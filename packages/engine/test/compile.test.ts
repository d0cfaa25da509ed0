import { expect, test } from 'vitest'
import { compileFlags, type FlagConfig, type Rule } from '../src/index.ts'
import { compile, sourceOf } from './support/evaluate.ts'

const rule = (fields: Partial<Rule>): Rule => ({
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  ...fields,
})
const plan = (value: string) => ({ attribute: 'plan', operator: 'equals', value })
const flag: FlagConfig = {
  version: 1,
  enabled: true,
  defaultValue: 'blue',
  rules: [
    rule({ id: 'pro', conditions: [plan('pro')], value: 'red' }),
    rule({ id: 'off', enabled: false, value: 'red' }),
    rule({
      id: 'split',
      distribution: [
        { variant: 'a', weight: 1 },
        { variant: 'b', weight: 1 },
      ],
    }),
  ],
  variants: [
    { key: 'a', value: 'red' },
    { key: 'b', value: 'blue' },
  ],
}

test('a compiled flag knows everything that it can answer', () => {
  expect(compile('flag', flag).outcomes).toEqual([
    { value: 'blue', reason: 'DEFAULT', variant: 'b' },
    { value: 'red', reason: 'RULE_MATCH', ruleId: 'pro', variant: 'a' },
    { value: 'red', reason: 'ROLLOUT', ruleId: 'split', variant: 'a' },
    { value: 'blue', reason: 'ROLLOUT', ruleId: 'split', variant: 'b' },
  ])
  expect(compile('flag', { ...flag, enabled: false }).outcomes).toEqual([
    { value: 'blue', reason: 'DISABLED', variant: 'b' },
  ])
})

test('outcomes are rendered when the flag is compiled, and evaluating hands them out as they are', () => {
  let rendered = 0
  const { flags } = compileFlags(sourceOf('flag', flag), (_, result) => {
    rendered++
    return { text: JSON.stringify(result) }
  })
  const { outcomes, evaluate } = flags.get('flag') as NonNullable<ReturnType<typeof flags.get>>
  const answers = [{}, { attributes: { plan: 'pro' } }, { userId: 'user-1' }, { userId: 'user-2' }].map(evaluate)
  for (const answer of answers) expect(outcomes).toContain(answer)
  expect(rendered).toBe(outcomes.length)
})

test('nobody can change an answer for the next one who gets it', () => {
  for (const outcome of compile('flag', flag).outcomes) expect(Object.isFrozen(outcome)).toBe(true)
})

test('flags that differ in values alone do not mix them up', () => {
  const one = compile('one', { ...flag, rules: [rule({ conditions: [plan('pro')], value: 'red' })] })
  const other = compile('other', { ...flag, rules: [rule({ conditions: [plan('team')], value: 'green' })] })
  const answers = ['pro', 'team'].map((value) =>
    [one, other].map((each) => each.evaluate({ attributes: { plan: value } }).value),
  )
  expect(answers).toEqual([
    ['red', 'blue'],
    ['blue', 'green'],
  ])
})

test('a flag as large as one can be answers by its last rule', () => {
  const never = Array.from({ length: 49 }, (_, index) => plan(`plan-${index}`))
  const rules = Array.from({ length: 100 }, (_, index) =>
    rule({ id: `r${index}`, conditionOperator: 'OR', conditions: [...never, plan(`last-${index}`)], value: 'red' }),
  )
  const result = compile('flag', { ...flag, rules }).evaluate({ attributes: { plan: 'last-99' } })
  expect(result).toEqual({ value: 'red', reason: 'RULE_MATCH', ruleId: 'r99', variant: 'a' })
})

test.each([
  ['gt', Number.POSITIVE_INFINITY],
  ['gte', Number.POSITIVE_INFINITY],
  ['lt', Number.NEGATIVE_INFINITY],
  ['lte', Number.NEGATIVE_INFINITY],
])('an attribute that is no finite number does not match %s', (operator, age) => {
  const rules = [rule({ conditions: [{ attribute: 'age', operator, value: 1 }], value: 'red' })]
  expect(compile('flag', { ...flag, rules }).evaluate({ attributes: { age } }).reason).toBe('DEFAULT')
})
