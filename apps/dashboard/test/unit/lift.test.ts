import { expect, test } from 'vitest'
import { fitAxis } from '../../src/features/experiments/axis.ts'
import { sayChance, sayDifference, sayLift, sayLifts, sayMean, sayP, sayShare } from '../../src/format/lift.ts'

/** With spaces that may break, as one types them. */
const typed = (text: string): string => text.replaceAll('\u00a0', ' ')

test('lifts have a sign and as many decimals as they need', () => {
  expect([0.064, -0.16, 0, 2.54, 0.000_4].map(sayLift).map(typed)).toEqual([
    '+6.4 %',
    '−16.0 %',
    '0.0 %',
    '+254 %',
    '+0.04 %',
  ])
  expect(typed(sayLifts({ low: -0.033, high: 0.053 }))).toBe('−3.3 to +5.3 %')
})

test('a mean is a share of a conversion, and a number of anything else', () => {
  expect(typed(sayMean('conversion', 0.1192))).toBe('11.92 %')
  expect(typed(sayMean('conversion', 0.000_4))).toBe('0.0400 %')
  expect(typed(sayMean('sum', 7.123))).toBe('7.12')
  expect(typed(sayMean('sum', 12_345.6))).toBe('12,346')
  expect(typed(sayMean('ratio', null))).toBe('–')
  expect(typed(sayDifference('conversion', -0.0072))).toBe('−0.72 pt')
  expect(typed(sayDifference('count', 0.0041))).toBe('+0.00410')
})

test('nothing is called certain, whole or nothing that is not', () => {
  expect([0.71, 0.000_01].map(sayP)).toEqual(['0.71', '< 0.0001'])
  expect([0.772, 0.9999, 0.0001].map(sayChance).map(typed)).toEqual(['77 %', '> 99.9 %', '< 0.1 %'])
  expect([sayShare(999, 1_000), sayShare(1, 1_000), sayShare(5, 5), sayShare(0, 0)].map(typed)).toEqual([
    '99 %',
    '1 %',
    '100 %',
    '0 %',
  ])
})

test('an axis holds zero and every lift, with few round ticks', () => {
  const axis = fitAxis([0.021, 0.109, -0.033])
  expect(axis.ticks).toContain(0)
  expect(axis.ticks.length).toBeLessThanOrEqual(6)
  for (const lift of [0, 0.021, 0.109, -0.033]) {
    expect(axis.at(lift)).toBeGreaterThan(0)
    expect(axis.at(lift)).toBeLessThan(100)
  }
  expect(fitAxis([]).ticks).toContain(0)
  expect(fitAxis([Number.POSITIVE_INFINITY, -40]).low).toBeGreaterThan(-2)
})
