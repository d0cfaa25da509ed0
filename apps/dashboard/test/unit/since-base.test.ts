import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { changesBetween } from '../../src/features/diff/changes/changes-between.ts'
import { changedIn } from '../../src/features/versions/history/changed-in.ts'
import { undoneBy } from '../../src/pages/proposal/undone-by.ts'

const config = (rolloutPercentage: number, enabled: boolean, defaultValue = 'classic'): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue,
  rules: [
    { id: 'pilot', name: '', enabled: true, conditionOperator: 'AND', conditions: [], value: 'x', rolloutPercentage },
    { id: 'tablet', name: '', enabled, conditionOperator: 'AND', conditions: [], value: 'x' },
  ],
})

const keys = (base: FlagConfig | null, current: FlagConfig, proposed: FlagConfig) =>
  undoneBy(base, current, proposed).map(({ key }) => key)

test('a proposal undoes what came after its base and is missing in it', () => {
  expect(keys(config(10, true), config(10, false), config(25, true))).toEqual(['rule.tablet.enabled'])
})

test('it undoes nothing that it has as well, nor what it proposes itself', () => {
  expect(keys(config(10, true), config(10, false), config(25, false))).toEqual([])
  expect(keys(config(10, true), config(15, true), config(25, true))).toEqual([])
})

test('a change is told by the last version that made it', () => {
  const version = (number: number, content: FlagConfig) => ({
    id: `fv_${number}`,
    version: number,
    config: content,
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'user_a',
    proposalId: null,
  })
  const loaded = [
    version(4, config(25, false, 'compact')),
    version(3, config(25, false)),
    version(2, config(25, true)),
    version(1, config(10, true)),
  ]
  const changes = (before: FlagConfig | null, after: FlagConfig) => changesBetween(before, after).changes
  const madeIn = changedIn(changes, loaded, 1, 4)
  expect(madeIn('rule.pilot.rollout')?.version).toBe(2)
  expect(madeIn('rule.tablet.enabled')?.version).toBe(3)
  expect(madeIn('default')?.version).toBe(4)
  // Only versions between the two count, in whichever direction they are compared.
  expect(changedIn(changes, loaded, 4, 2)('rule.pilot.rollout')).toBeUndefined()
})
