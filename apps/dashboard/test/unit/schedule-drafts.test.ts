import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { guardrail } from '../../../server/src/testing/guardrail.ts'
import { readGuardrail, startingGuardrail } from '../../src/pages/flag/schedule/guardrail-draft.ts'
import { readRamp, startingRamp } from '../../src/pages/flag/schedule/ramp-draft.ts'
import { readSteps, type StepDraft } from '../../src/pages/flag/schedule/steps-draft.ts'

const nowMs = Date.parse('2026-11-16T12:00:00Z')
const rule = (id: string, fields: object = {}) => ({
  id,
  name: id,
  enabled: true,
  conditions: [],
  value: true,
  ...fields,
})
const config = (rules: readonly object[], enabled = true) =>
  ({ version: 3, enabled, defaultValue: false, rules }) as unknown as FlagConfig
const staff = rule('staff', { conditions: [{ attribute: 'email', operator: 'is_set' }] })
const beta = rule('beta', { rolloutPercentage: 20 })

test('a ramp starts with the rule that rolls out, from where it is to everybody, over a day in ten steps', () => {
  const read = readRamp(startingRamp(config([staff, beta])), config([staff, beta]), nowMs)
  const steps = 'steps' in read ? read.steps : []
  expect(steps).toHaveLength(10)
  expect(steps[0]).toEqual({ after: 8_640, change: { rules: { beta: { rolloutPercentage: 28 } } } })
  expect(steps.at(-1)?.change).toEqual({ rules: { beta: { rolloutPercentage: 100 } } })
})

test('a rule that everybody gets begins with nobody, and a flag that is off is turned on with it', () => {
  const off = config([rule('all')], false)
  const read = readRamp({ ...startingRamp(off), steps: '1' }, off, nowMs)
  expect(read).toEqual({
    steps: [
      { after: 1, change: { enabled: true, rules: { all: { rolloutPercentage: 0 } } } },
      { after: 86_400, change: { rules: { all: { rolloutPercentage: 100 } } } },
    ],
  })
})

test.each([
  [{ to: '101' }, { to: 'A number from 0 to 100.' }],
  [{ to: '20' }, { to: 'It is at 20 % from beginning to end.' }],
  [{ steps: 'ten' }, { steps: 'A whole number from 1.' }],
  [{ steps: '51' }, { steps: 'A schedule has 50 steps at most, not 51.' }],
  [{ over: { amount: '', unit: 'hours' } as const }, { over: 'How long does it take?' }],
  [{ startsAt: '2026-11-15T12:00' }, { startsAt: 'It lies in the past.' }],
])('a ramp with %o is told what is wrong', (fields, problems) => {
  const flag = config([beta])
  expect(readRamp({ ...startingRamp(flag), ...fields }, flag, nowMs)).toEqual({ problems })
})

const step = (fields: Partial<StepDraft>): StepDraft => ({
  id: 1,
  when: 'after',
  after: { amount: '2', unit: 'hours' },
  at: '',
  changes: [{ subject: { field: 'enabled' }, value: 'true' }],
  ...fields,
})

test('steps by hand are read with all their changes', () => {
  const changes: StepDraft['changes'] = [
    { subject: { field: 'enabled' }, value: 'true' },
    { subject: { field: 'defaultValue' }, value: '1,5' },
    { subject: { field: 'rolloutPercentage', ruleId: 'beta' }, value: '50' },
    { subject: { field: 'ruleEnabled', ruleId: 'beta' }, value: 'false' },
  ]
  expect(readSteps([step({ changes }), step({ when: 'at', at: '2026-12-01T09:00:00Z' })], 'number', nowMs)).toEqual({
    steps: [
      {
        after: 7_200,
        change: { enabled: true, defaultValue: 1.5, rules: { beta: { rolloutPercentage: 50, enabled: false } } },
      },
      { at: '2026-12-01T09:00:00.000Z', change: { enabled: true } },
    ],
  })
})

test('what is wrong is told of each step: times ascend, values are of the type', () => {
  const wrong = [
    step({ after: { amount: '0', unit: 'hours' }, changes: [{ subject: { field: 'defaultValue' }, value: '{' }] }),
    step({ when: 'at', at: '2026-11-16T11:00:00Z' }),
  ]
  expect(readSteps(wrong, 'json', nowMs)).toEqual({
    problems: [
      { when: 'How long after?', changes: ['A JSON object or array.'] },
      { when: 'It comes after the step before, and after now.', changes: [undefined] },
    ],
  })
})

test('a guardrail is read as the API has it, or told what it lacks', () => {
  const draft = { ...startingGuardrail(1), query: ' errors ', limit: '0,05' }
  expect(readGuardrail(draft)).toEqual({ guardrail: guardrail('errors', { above: 0.05, for: 300 }, 'rollback') })
  expect(readGuardrail(startingGuardrail(1))).toEqual({
    problems: { query: 'What does it ask Prometheus?', limit: 'A number.' },
  })
})
