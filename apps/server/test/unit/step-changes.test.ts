import type { StepChange } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { firstOutOfOrder, planTimes, start, stepsDone } from '../../src/rules/changes/schedules.ts'
import { applyChange, follow } from '../../src/rules/changes/step-changes.ts'

const rule = { name: '', enabled: true, conditionOperator: 'AND', conditions: [] } as const
const config: FlagConfig = {
  version: 3,
  enabled: true,
  defaultValue: 'a',
  variants: [
    { key: 'a', value: 'a' },
    { key: 'b', value: 'b' },
  ],
  rules: [
    { ...rule, id: 'fixed', value: 'a', rolloutPercentage: 10 },
    { ...rule, id: 'split', distribution: [{ variant: 'a', weight: 1 }], bucketBy: 'company' },
  ],
}
const [fixed, split] = config.rules

test('a change is of what it names, and leaves the rest', () => {
  const { config: changed, problems } = applyChange(config, {
    enabled: false,
    rules: { fixed: { rolloutPercentage: 50 } },
  })
  expect(problems).toEqual([])
  expect(changed).toEqual({ ...config, enabled: false, rules: [{ ...fixed, rolloutPercentage: 50 }, split] })
})

test('a value takes the place of a distribution, and the reverse', () => {
  const distribution = [{ variant: 'b', weight: 1 }]
  const { config: changed } = applyChange(config, { rules: { fixed: { distribution }, split: { value: 'b' } } })
  expect(changed.rules).toEqual([
    { ...rule, id: 'fixed', rolloutPercentage: 10, distribution },
    { ...rule, id: 'split', value: 'b', bucketBy: 'company' },
  ])
})

test('what is false, zero or empty changes too', () => {
  const { config: changed } = applyChange(config, {
    defaultValue: '',
    rules: { fixed: { enabled: false, rolloutPercentage: 0, value: '' } },
  })
  expect(changed).toMatchObject({
    defaultValue: '',
    rules: [{ enabled: false, rolloutPercentage: 0, value: '' }, split],
  })
})

test('steps are followed one after the other, and a wrong one is told by its place', () => {
  const steps: { change: StepChange }[] = [
    { change: { rules: { fixed: { rolloutPercentage: 20 } } } },
    { change: { defaultValue: 7 } },
    { change: { rules: { fixed: { enabled: false } }, defaultValue: 'b' } },
    { change: { rules: { gone: { enabled: true } } } },
  ]
  const { last, problems } = follow('string', config, steps, [0, 1, 2, 3])
  expect(problems).toEqual([
    { place: 1, path: 'defaultValue', message: 'must be string' },
    { place: 3, path: 'rules.gone', message: 'must be the id of a rule of the config' },
  ])
  expect(last).toMatchObject({ defaultValue: 'b', rules: [{ enabled: false, rolloutPercentage: 20 }, split] })
  expect(follow('string', config, steps, [0, 2]).problems).toEqual([])
})

test('times are given, or count from the time that was planned for the step before', () => {
  const second = 1_000_000
  const steps = [{ atUs: null, after: 10 }, { atUs: 50 * second }, { atUs: null, after: 5 }]
  expect(planTimes(steps, second)).toEqual([11 * second, 50 * second, 55 * second])
  expect(planTimes(steps, null)).toEqual([null, 50 * second, 55 * second])
  expect(firstOutOfOrder(planTimes(steps, second), second)).toBeUndefined()
  expect(firstOutOfOrder(planTimes(steps, 40 * second), 40 * second)).toBe(1)
  expect(firstOutOfOrder([null, 3, 3], 0)).toBe(2)
})

test('of steps that are done together the last has the version, and the others are folded', () => {
  const change = { enabled: true }
  const steps = [1, 2, 3].map((after) => ({ atUs: null, after, change, status: 'waiting' as const }))
  const fields = { steps, status: 'pending', reason: null, endedUs: null } as unknown as Parameters<typeof start>[0]
  const started = start({ ...fields, createdUs: 0 }, 0, 4)
  expect(started).toMatchObject({ status: 'running', baseVersion: 4, seenVersion: 4 })
  const done = stepsDone(started, [0, 1], 5, 9)
  expect(done.steps.map(({ status, version, doneUs }) => [status, version, doneUs])).toEqual([
    ['folded', undefined, 9],
    ['done', 5, 9],
    ['waiting', undefined, undefined],
  ])
  expect(done).toMatchObject({ baseVersion: 4, seenVersion: 5 })
})
