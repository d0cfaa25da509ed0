import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { sayGuardrail, sayStep } from '../../src/features/diff/words/say-step.ts'
import { sayDuration } from '../../src/format/time.ts'

const config = {
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: [{ id: 'staff', name: 'Staff', enabled: true, conditionOperator: 'AND', conditions: [], value: true }],
} as unknown as FlagConfig

const say = (change: Parameters<typeof sayStep>[0]) => sayStep(change, config).replaceAll('\u00a0', ' ')

test('a step says what it changes, and names rules as they are called', () => {
  expect(say({ enabled: false })).toBe('Turns it off')
  expect(say({ enabled: true, defaultValue: 'b', rules: { staff: { rolloutPercentage: 12.5, enabled: true } } })).toBe(
    'Turns it on; the default becomes b; Rule 1, Staff: on and rolled out to 12.5 %',
  )
  expect(say({ rules: { gone: { value: { size: 1 } } } })).toBe('The rule gone: gives {"size":1}')
  expect(
    say({
      rules: {
        staff: {
          distribution: [
            { variant: 'a', weight: 60 },
            { variant: 'b', weight: 40 },
          ],
        },
      },
    }),
  ).toBe('Rule 1, Staff: split a 60 %, b 40 %')
})

test('a guardrail says when it does what', () => {
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  expect(sayGuardrail({ query: 'errors', above: 0.05, for: 90, then: 'pause' })).toBe(
    'Above 0.05 for 1 min 30 s it pauses',
  )
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  expect(sayGuardrail({ query: 'up', below: 1, for: 0, then: 'rollback' })).toBe('Below 1 it rolls back')
})

test('a duration is in the largest units that fit', () => {
  expect([30, 90, 3_600, 90_061].map(sayDuration)).toEqual(['30 s', '1 min 30 s', '1 h', '1 d 1 h 1 min 1 s'])
})
