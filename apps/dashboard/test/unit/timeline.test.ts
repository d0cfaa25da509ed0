import type { Schedule } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import type { Proposal } from '../../src/api/proposals.ts'
import { groupsOf } from '../../src/pages/flag/timeline/groups.ts'
import type { Happening } from '../../src/pages/flag/timeline/happening.ts'
import { moved, placeIn, rangeOf, ticksOf } from '../../src/pages/flag/timeline/range.ts'
import { sayWhen, sayWho } from '../../src/pages/flag/timeline/say-happening.ts'
import { toCome } from '../../src/pages/flag/timeline/to-come.ts'
import { type Version, whatWas } from '../../src/pages/flag/timeline/what-was.ts'

const now = new Date(2026, 10, 17, 17, 20)
const nowMs = now.getTime()
const hourMs = 3_600_000
const wanted = { from: undefined, nowMs, firstMs: nowMs - 100 * hourMs, lastMs: nowMs + 10 * hourMs }
const at = (hours: number): string => new Date(nowMs + hours * hourMs).toISOString()

test('a week is eight days of the calendar with now in it, and goes on by seven', () => {
  const range = rangeOf({ ...wanted, name: 'week' })
  expect(new Date(range.startMs)).toEqual(new Date(2026, 10, 12))
  expect(new Date(range.endMs)).toEqual(new Date(2026, 10, 20))
  expect(ticksOf(range).map(({ label }) => label)).toEqual([
    'Thu 12',
    'Fri 13',
    'Sat 14',
    'Sun 15',
    'Mon 16',
    'Tue 17',
    'Wed 18',
    'Thu 19',
  ])
  expect(new Date(moved('week', range, -1))).toEqual(new Date(2026, 10, 5))
})

test('a range begins where an address says, and what is no moment is as if it said nothing', () => {
  expect(rangeOf({ ...wanted, name: 'day', from: at(-48) }).startMs).toBe(nowMs - 48 * hourMs)
  expect(rangeOf({ ...wanted, name: 'day', from: 'tomorrow' })).toEqual(rangeOf({ ...wanted, name: 'day' }))
})

test('all of it has room at both ends, however much that is', () => {
  const range = rangeOf({ ...wanted, name: 'all' })
  expect(placeIn(range, wanted.firstMs)).toBeGreaterThan(2)
  expect(placeIn(range, wanted.lastMs)).toBeLessThan(98)
  for (const years of [0, 1, 10, 60]) {
    const firstMs = nowMs - years * 365 * 24 * hourMs
    const ticks = ticksOf(rangeOf({ ...wanted, firstMs, lastMs: nowMs, name: 'all' }))
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.length).toBeLessThan(12)
  }
})

test('pennants closer than 24 pixels are one, each group by its first', () => {
  const items = [0, 10, 23, 30, 100].map((atMs) => ({ id: String(atMs), atMs }) as Happening)
  const groups = groupsOf(items, ({ atMs }) => atMs)
  expect(groups.map((group) => [group.atPx, group.items.length])).toEqual([
    [0, 3],
    [30, 1],
    [100, 1],
  ])
})

const config = (version: number, rolloutPercentage: number) =>
  ({
    version,
    enabled: true,
    defaultValue: false,
    rules: [
      {
        id: 'pilot',
        name: 'Pilot',
        enabled: true,
        conditionOperator: 'AND',
        conditions: [],
        value: true,
        rolloutPercentage,
      },
    ],
  }) as FlagConfig

const version = (number: number, hours: number, fields: Partial<Version> = {}) =>
  ({
    id: `fv_${number}`,
    environmentId: 'env_1',
    version: number,
    config: config(number, number * 10),
    createdAt: at(hours),
    createdBy: 'user_tom',
    proposalId: null,
    ...fields,
  }) as Version

const ramp = {
  id: 'sched_1',
  environmentId: 'env_1',
  status: 'running',
  proposalId: 'prop_1',
  createdBy: 'user_tom',
  endedAt: null,
  steps: [20, 40, 100].map((rolloutPercentage, index) => ({
    at: at(index * 10 - 5),
    change: { rules: { pilot: { rolloutPercentage } } },
    ...(index === 0 ? { status: 'done', version: 2, doneAt: at(-5) } : { status: 'waiting' }),
  })),
} as unknown as Schedule

const proposal = (fields: object) =>
  ({ id: 'prop_2', environmentId: 'env_1', createdBy: 'user_tom', createdAt: at(-2), ...fields }) as Proposal

test('a version says what it changed, by what it was made and who approved that', () => {
  const approved = proposal({ id: 'prop_1', status: 'approved', reviewedBy: 'user_maya', kind: 'schedule' })
  const [newest, first] = whatWas(
    [version(2, -5, { scheduleId: ramp.id }), version(1, -9, { emergency: true, comment: 'Payments down' })],
    [ramp],
    [approved],
  )
  expect(newest).toMatchObject({
    says: 'version 2: rule 1, Pilot: rollout from 10\u00a0% to 20\u00a0%',
    isTread: true,
    where: { kind: 'version', version: 2 },
  })
  const nameOf = (id: string) => ({ user_tom: 'Tom', user_maya: 'Maya' })[id] ?? id
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  expect(newest && plain(sayWho(newest, nameOf))).toBe('ramp by Tom, approved by Maya')
  expect(first).toMatchObject({
    comment: 'Payments down',
    says: expect.stringMatching(/^version 1: .*, without review$/),
  })
})

test('what was proposed in vain is among it, and what was taken back too', () => {
  const rejected = { status: 'rejected', reviewedAt: at(-1), proposedConfig: config(3, 50), reviewNote: 'Not yet' }
  const [one, other] = whatWas(
    [],
    [],
    [
      proposal({ ...rejected, reviewedBy: 'user_maya' }),
      proposal({ ...rejected, reviewedBy: 'user_tom', reviewedAt: at(-3) }),
    ],
  )
  expect(one).toMatchObject({ says: 'a proposal was rejected', createdBy: 'user_maya', comment: 'Not yet' })
  expect(other).toMatchObject({ says: 'a proposal was taken back' })
})

test('what is to come begins with the furthest and ends with what waits', () => {
  const pending = proposal({ status: 'pending', proposedConfig: config(3, 25) })
  const coming = toCome([ramp], [pending], { env_1: { config: config(2, 20) } })
  expect(coming.map(({ says, waits = false }) => [says, waits])).toEqual([
    ['40\u00a0% to 100\u00a0%, the last of 3 steps', false],
    ['20\u00a0% to 40\u00a0%', false],
    ['rule 1, Pilot: rollout from 20\u00a0% to 25\u00a0%', true],
  ])
})

test('a schedule that waits for its approval is one proposal, and has no times', () => {
  const pending = proposal({ status: 'pending', kind: 'schedule', proposedConfig: null, scheduleId: ramp.id })
  const coming = toCome([{ ...ramp, status: 'pending' }], [pending], { env_1: { config: config(2, 20) } })
  expect(coming.map(({ says }) => says)).toEqual(['a ramp to 100\u00a0% in 3 steps'])
})

test('a list says when in as little as tells it apart', () => {
  const say = (hours: number) => sayWhen(new Date(nowMs + hours * hourMs), now)
  expect([say(-7), say(5), say(-33), say(40), say(-24 * 28), say(-24 * 400)]).toEqual([
    '10:20',
    'today 22:20',
    'Mon 08:20',
    'Thu 09:20',
    '20 Oct',
    '13 Oct 2025',
  ])
})
