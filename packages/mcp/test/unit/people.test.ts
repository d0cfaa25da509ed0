import type { FlagConfig, Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { changedShare, peopleText } from '../../src/change/people.ts'

const rule = (fields: Partial<Rule> = {}): Rule => ({
  id: 'beta',
  name: 'Beta',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: true,
  rolloutPercentage: 10,
  ...fields,
})
type Draft = Omit<FlagConfig, 'version'>
const config = (fields: Partial<Draft> = {}): Draft => ({
  enabled: true,
  defaultValue: false,
  rules: [rule()],
  ...fields,
})

test.each<[string, Draft | undefined, Draft, number]>([
  ['a first config', undefined, config(), 100],
  ['nothing', config(), config(), 0],
  ['a rollout that grows', config(), config({ rules: [rule({ rolloutPercentage: 25 })] }), 15],
  ['a rollout that shrinks', config(), config({ rules: [rule({ rolloutPercentage: 2.5 })] }), 7.5],
  ['a draw by something else', config(), config({ rules: [rule({ bucketBy: 'company' })] }), 18],
  ['another value of a rule', config(), config({ rules: [rule({ value: false })] }), 10],
  ['other conditions', config(), config({ rules: [rule({ conditionOperator: 'OR' })] }), 20],
  ['a rule more', config(), config({ rules: [rule(), rule({ id: 'more', rolloutPercentage: 5 })] }), 5],
  ['a rule less', config(), config({ rules: [] }), 10],
  ['a rule that is turned off', config(), config({ rules: [rule({ enabled: false })] }), 10],
  ['a flag that is turned off', config(), config({ enabled: false }), 10],
  ['a flag that is turned on', config({ enabled: false }), config(), 10],
  ['a rule of a flag that is off', config({ enabled: false }), config({ enabled: false, rules: [] }), 0],
  ['another default', config(), config({ defaultValue: true }), 100],
  ['a prerequisite', config(), config({ prerequisites: [{ flagKey: 'a', values: [true] }] }), 100],
  [
    'a rule without an id',
    config(),
    config({ rules: [rule(), { ...rule({ rolloutPercentage: 3 }), id: undefined as never }] }),
    3,
  ],
  [
    'rules in another order',
    config({ rules: [rule(), rule({ id: 'b' })] }),
    config({ rules: [rule({ id: 'b' }), rule()] }),
    100,
  ],
])('%s concerns at most so many people', (_, before, after, share) => {
  expect(changedShare(before, after)).toBeCloseTo(share, 9)
})

test('the share is said in words', () => {
  expect([0, 7.25, 100].map(peopleText)).toEqual([
    'Nobody gets another answer.',
    'At most 7.25 % of people get another answer.',
    'Everyone may get another answer.',
  ])
})
