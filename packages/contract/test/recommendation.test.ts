import { expect, test } from 'vitest'
import { type Recommended, sayRecommendation } from '../src/text/index.ts'

type Green = Recommended['metrics'][number]['variants'][string]

const green: Green = {
  n: 6_200,
  mean: 0.11,
  deviation: 0.3,
  method: 'sequential',
  difference: { value: 0.015, low: 0.0017, high: 0.03 },
  lift: { value: 0.15, low: 0.017, high: 0.304 },
}
const units = { exposed: 6_501, matured: 6_205, waiting: 296 }

const say = (
  recommendation: Recommended['recommendation'],
  fields: Partial<Recommended> = {},
  variant: Green = green,
) =>
  sayRecommendation({
    recommendation,
    experiment: { control: 'A', confidence: 0.95, minimumEffect: 0.05 },
    primary: { key: 'purchases', kind: 'conversion', direction: 'increase' },
    units: { A: units, B: units },
    srm: { p: 0.5, chiSquareP: 0.5, status: 'ok' },
    isOver: false,
    metrics: [
      { key: 'purchases', role: 'primary', variants: { A: { n: 6_210, mean: 0.1, deviation: 0.3 }, B: variant } },
    ],
    ...fields,
  })

const counted = '12,410 of 13,002 units counted.'

test('a variant that is better is to be shipped, by how much and how surely', () => {
  expect(say({ kind: 'ship', variant: 'B' })).toBe(
    `B converts 1.7 % to 30 % better than A (95 %, looked at whenever). ${counted} Ship it?`,
  )
})

test('the read of the planned end says that it is one', () => {
  expect(say({ kind: 'ship', variant: 'B' }, {}, { ...green, method: 'fixed' })).toContain(
    '(95 %, read at the planned end)',
  )
})

test('a metric that is no conversion is called by its name, and lower may be better', () => {
  const lower = { ...green, lift: { value: -0.15, low: -0.304, high: -0.017 } }
  const primary = { key: 'latency', kind: 'sum', direction: 'decrease' } as const
  expect(say({ kind: 'ship', variant: 'B' }, { primary }, lower)).toBe(
    `latency is 1.7 % to 30 % lower with B than with A (95 %, looked at whenever). ${counted} Ship it?`,
  )
})

test('where a lift has no bounds the difference is said', () => {
  const primary = { key: 'revenue', kind: 'sum', direction: 'increase' } as const
  const difference = { value: 200, low: 0.0251, high: 1_234.5 }
  expect(say({ kind: 'ship', variant: 'B' }, { primary }, { ...green, lift: null, difference })).toContain(
    'revenue is 0.025 to 1,235 higher with B than with A',
  )
})

test('every other recommendation is a sentence, too', () => {
  const worse = { ...green, lift: { value: -0.1, low: -0.2, high: -0.01 } }
  expect(say({ kind: 'keep_control' }, {}, worse)).toBe(
    `B converts 1 % to 20 % worse than A (95 %, looked at whenever). ${counted} Keep A.`,
  )
  expect(say({ kind: 'no_difference' })).toBe(
    `Whatever purchases differs by, it is less than 5 %. ${counted} Either will do.`,
  )
  expect(say({ kind: 'keep_running', daysLeft: 3.2 })).toBe(
    `It is not decided yet. ${counted} About 4 days to go at this rate.`,
  )
  expect(say({ kind: 'keep_running', daysLeft: null })).toBe(`It is not decided yet. ${counted}`)
  expect(say({ kind: 'not_enough' })).toBe(`There is not enough to say anything yet. ${counted}`)
  expect(say({ kind: 'stop', variant: 'B', metric: 'errors' })).toBe(
    'B is worse on the guardrail errors than is tolerated. Stop it.',
  )
  const srm = { p: 0.000_318, chiSquareP: 0.1, status: 'mismatch' } as const
  expect(say({ kind: 'broken_split' }, { srm })).toBe(
    'Units were not split as they should have been (p = 0.00032), so nothing here can be trusted. Look at its health first.',
  )
})

test.each([
  [{ kind: 'ship', variant: 'B' }, `B converts 1.7 % to 30 % better than A (95 %, looked at whenever). ${counted}`],
  [{ kind: 'stop', variant: 'B', metric: 'errors' }, 'B is worse on the guardrail errors than is tolerated.'],
  [{ kind: 'keep_running', daysLeft: 3 }, `It was not decided. ${counted}`],
  [{ kind: 'not_enough' }, `There was not enough to say anything. ${counted}`],
] as const)('of one that is over nothing is asked: $0.kind', (recommendation, sentence) => {
  expect(say(recommendation, { isOver: true })).toBe(sentence)
})
