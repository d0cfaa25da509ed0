import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { describe, expect, test } from 'vitest'
import { planArchive } from '../../src/features/bulk/plan-archive.ts'
import { planOwner, planTags } from '../../src/features/bulk/plan-facts.ts'
import { planPromotion } from '../../src/features/bulk/plan-promotion.ts'
import { planToggle } from '../../src/features/bulk/plan-toggle.ts'
import { undoOf } from '../../src/features/bulk/undo-of.ts'

type Flag = Parameters<typeof planTags>[0][number]

const everyone = { id: 'r', name: '', enabled: true, conditionOperator: 'AND', conditions: [], value: true } as const
const on: FlagConfig = { version: 3, enabled: true, defaultValue: false, rules: [everyone] }
const off: FlagConfig = { ...on, enabled: false }

const flag = (
  key: string,
  fields: Partial<Omit<Flag, 'versions'>> & { staging?: FlagConfig; production?: FlagConfig } = {},
) => {
  const { staging, production, ...others } = fields
  const version = (config: FlagConfig) => ({ id: 'fv_1', version: config.version, config, createdAt: '2026-01-01' })
  return {
    id: `flag_${key}`,
    orgId: 'org_1',
    projectId: 'proj_1',
    key,
    name: key.toUpperCase(),
    description: null,
    type: 'boolean',
    clientSafe: false,
    archivedAt: null,
    createdAt: '2026-01-01',
    versions: {
      ...(staging ? { env_s: version(staging) } : {}),
      ...(production ? { env_p: version(production) } : {}),
    },
    ...others,
  } satisfies Flag
}

const staging: Environment = { id: 'env_s', name: 'Staging', slug: 'staging', color: '#fff', protected: false }
const production: Environment = { id: 'env_p', name: 'Production', slug: 'production', color: '#fff', protected: true }
const outcomes = (plan: ReturnType<typeof planTags>) => plan.map(({ key, outcome, says }) => [key, outcome, says])

describe('what would become of each flag', () => {
  test('tags are added and taken away, and those that have them already stay', () => {
    const plan = planTags([flag('a', { tags: ['old', 'web'] }), flag('b', { tags: ['new'] }), flag('c')], {
      add: ['new'],
      remove: ['old'],
    })
    expect(outcomes(plan)).toEqual([
      ['a', 'changes', '+ new, − old'],
      ['b', 'same', 'new'],
      ['c', 'changes', '+ new'],
    ])
    expect(plan[0]?.step).toEqual({ does: 'update', flagKey: 'a', change: { tags: ['web', 'new'] } })
  })

  test('a flag has fifty tags at most', () => {
    const tags = Array.from({ length: 50 }, (_, index) => `t${index}`)
    expect(planTags([flag('a', { tags })], { add: ['one more'], remove: [] })[0]).toMatchObject({ outcome: 'refused' })
  })

  test('an owner follows another, or nobody', () => {
    const nameOf = (id: string | undefined) => (id === undefined ? 'nobody' : id.slice(5))
    const flags = [flag('a', { ownerId: 'user_ann' }), flag('b', { ownerId: 'user_bob' }), flag('c')]
    expect(outcomes(planOwner(flags, 'user_bob', nameOf))).toEqual([
      ['a', 'changes', 'ann → bob'],
      ['b', 'same', 'bob'],
      ['c', 'changes', 'nobody → bob'],
    ])
    expect(planOwner(flags, null, nameOf)[0]?.step).toEqual({ does: 'update', flagKey: 'a', change: { ownerId: null } })
  })

  test('turning on says what is so already, what cannot be, and what is proposed where the environment is protected', () => {
    const flags = [
      flag('is-off', { staging: off, production: off }),
      flag('is-on', { staging: on, production: on }),
      flag('is-new'),
      flag('text', { type: 'string' }),
      flag('gone', { staging: off, archivedAt: '2026-02-01' }),
      flag('waits', { staging: off, production: off }),
    ]
    const toggling = { on: true, withFalse: false, isPending: ({ key }: Flag) => key === 'waits' }
    const inStaging = planToggle(flags, { ...toggling, environment: staging })
    expect(inStaging.map(({ outcome }) => outcome)).toEqual([
      'changes',
      'same',
      'changes',
      'refused',
      'refused',
      'changes',
    ])
    expect(inStaging[0]?.step).toEqual({
      does: 'save',
      flagKey: 'is-off',
      envId: 'env_s',
      config: { ...on, version: 4 },
    })
    expect(inStaging[2]?.step).toMatchObject({ config: { version: 1, enabled: true, defaultValue: false } })
    const inProduction = planToggle(flags, { ...toggling, environment: production })
    expect(inProduction.map(({ outcome }) => outcome)).toEqual([
      'proposes',
      'same',
      'proposes',
      'refused',
      'refused',
      'refused',
    ])
    // A proposal states the version that it is based on.
    expect(inProduction[0]?.step).toMatchObject({ does: 'propose', config: { version: 3, enabled: true } })
    expect(inProduction[2]?.step).toMatchObject({ does: 'propose', config: { version: 0, enabled: true } })
  })

  test('off gives false where that is asked for', () => {
    const stays = flag('a', { staging: { ...on, defaultValue: true, rules: [] } })
    const toggling = { on: false, environment: staging, isPending: () => false }
    expect(planToggle([stays], { ...toggling, withFalse: true })[0]?.step).toMatchObject({
      config: { defaultValue: false },
    })
    expect(planToggle([stays], { ...toggling, withFalse: false })[0]?.step).toMatchObject({
      config: { defaultValue: true },
    })
  })

  test('what others need is archived after them, or not at all', () => {
    const needs = (flagKey: string): FlagConfig => ({ ...on, prerequisites: [{ flagKey, values: [true] }] })
    const all = [
      flag('base', { staging: on }),
      flag('middle', { staging: needs('base') }),
      flag('top', { staging: needs('middle') }),
    ]
    const archive = (keys: string[], environments = [staging]) =>
      planArchive(
        all.filter(({ key }) => keys.includes(key)),
        { all, environments, because: () => undefined },
      )
    expect(archive(['base', 'middle', 'top']).map(({ key, outcome }) => [key, outcome])).toEqual([
      ['top', 'changes'],
      ['middle', 'changes'],
      ['base', 'changes'],
    ])
    expect(outcomes(archive(['base', 'top']))).toContainEqual(['base', 'refused', 'middle needs it, so it stays.'])
    expect(archive(['top'], [{ ...staging, strict: true }])[0]?.outcome).toBe('proposes')
  })

  test('a promotion is what the service says of it', () => {
    const flags = [flag('a', { staging: on, production: off }), flag('b', { staging: on, production: on })]
    const tried = [
      { segmentKey: 'beta', outcome: 'changed', version: 2 },
      { flagKey: 'a', outcome: 'proposed' },
      { flagKey: 'b', outcome: 'same' },
    ] as const
    expect(outcomes(planPromotion({ flags, from: staging, to: production, tried }))).toEqual([
      ['segment beta', 'changes', 'a segment that comes along'],
      ['a', 'proposes', 'off → on for everyone'],
      ['b', 'same', 'on for everyone'],
    ])
  })
})

describe('one undo takes all of it back', () => {
  const before = new Map([['a', flag('a', { tags: ['old'], staging: on, production: off })]])

  test('tags, owner and archive are as they were', () => {
    const undo = (change: object) => undoOf({ step: { does: 'update', flagKey: 'a', change }, answer: {} }, before)
    expect(undo({ tags: ['new'] })).toEqual([{ does: 'update', flagKey: 'a', change: { tags: ['old'] } }])
    expect(undo({ ownerId: 'user_ann' })).toEqual([{ does: 'update', flagKey: 'a', change: { ownerId: null } }])
    expect(undo({ archived: true })).toEqual([{ does: 'update', flagKey: 'a', change: { archived: false } }])
  })

  test('the version before comes back as the next, and what was never there is off', () => {
    const saved = (version: number) =>
      undoOf(
        { step: { does: 'save', flagKey: 'a', envId: 'env_s', config: { ...on, version } }, answer: { version } },
        before,
      )
    expect(saved(4)).toEqual([{ does: 'restore', flagKey: 'a', envId: 'env_s', version: 3, as: 5 }])
    expect(saved(1)).toEqual([
      { does: 'save', flagKey: 'a', envId: 'env_s', config: { ...on, version: 2, enabled: false } },
    ])
  })

  test('a proposal is withdrawn, also one that a strict environment made of archiving', () => {
    const answer = { proposalId: 'prop_1' }
    const withdrawn = [{ does: 'withdraw', of: 'a', proposalId: 'prop_1' }]
    expect(undoOf({ step: { does: 'propose', flagKey: 'a', envId: 'env_p', config: on }, answer }, before)).toEqual(
      withdrawn,
    )
    expect(undoOf({ step: { does: 'update', flagKey: 'a', change: { archived: true } }, answer }, before)).toEqual(
      withdrawn,
    )
  })

  test('of a promotion, what it changed: flags, and the segments that came along', () => {
    const promoted = [
      { segmentKey: 'beta', outcome: 'changed', version: 2 },
      { segmentKey: 'new', outcome: 'changed', version: 1 },
      { flagKey: 'a', outcome: 'changed', version: 4 },
      { flagKey: 'b', outcome: 'same' },
      { flagKey: 'c', outcome: 'proposed', proposalId: 'prop_2' },
      { flagKey: 'd', outcome: 'failed', message: 'no' },
    ] as const
    const step = { does: 'promote', flagKeys: ['a', 'b', 'c', 'd'], from: 'env_s', to: 'env_p' } as const
    expect(undoOf({ step: { ...step, flagKeys: [...step.flagKeys] }, answer: { promoted } }, before)).toEqual([
      { does: 'restoreSegment', segmentKey: 'beta', envId: 'env_p', version: 1, as: 3 },
      { does: 'restore', flagKey: 'a', envId: 'env_p', version: 3, as: 5 },
      { does: 'withdraw', of: 'c', proposalId: 'prop_2' },
    ])
  })
})
