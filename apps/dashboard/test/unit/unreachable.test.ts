import type { Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { sayUnreached } from '../../src/features/draft/unreachable.ts'

const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
  value: true,
  ...more,
})
const everyone = { conditions: [] }

test('what stands behind a rule for everyone never answers', () => {
  const never = 'It never answers: rule 2 is for everyone.'
  expect(sayUnreached([rule(), rule(everyone), rule(), rule(everyone)])).toEqual([undefined, undefined, never, never])
})

test('a rule that is off, or for a share, leaves some for the next', () => {
  const some = [rule({ ...everyone, enabled: false }), rule({ ...everyone, rolloutPercentage: 99.9 }), rule()]
  expect(sayUnreached(some)).toEqual([undefined, undefined, undefined])
})

test('behind a rollout of all, or a split, only who cannot be drawn is left', () => {
  const split = rule({ ...everyone, distribution: [{ variant: 'a', weight: 1 }] })
  expect(sayUnreached([rule({ ...everyone, rolloutPercentage: 100, bucketBy: 'companyId' }), rule()])[1]).toBe(
    'It answers only who has no companyId: rule 1 is for everyone else.',
  )
  expect(sayUnreached([split, rule(), rule(everyone), rule()])).toEqual([
    undefined,
    'It answers only who has no userId or anonymousId: rule 1 is for everyone else.',
    'It answers only who has no userId or anonymousId: rule 1 is for everyone else.',
    'It never answers: rule 3 is for everyone.',
  ])
})
