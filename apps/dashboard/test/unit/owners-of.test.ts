import { expect, test } from 'vitest'
import { ownersOf } from '../../src/pages/overview/owners-of.ts'

const nowMs = Date.parse('2026-11-17T12:00:00Z')
const flag = (days: number, ownerId?: string, archivedAt: string | null = null) => ({
  createdAt: new Date(nowMs - days * 86_400_000).toISOString(),
  ownerId,
  archivedAt,
})

test('flags are counted by owner and age, whoever has the most first and nobody last', () => {
  const flags = [
    flag(5),
    flag(400),
    flag(1),
    flag(10, 'user_maya'),
    flag(31, 'user_tom'),
    flag(200, 'user_tom'),
    flag(900, 'user_tom', '2026-01-01T00:00:00Z'),
  ]
  expect(ownersOf(flags, nowMs)).toEqual([
    { ownerId: 'user_tom', counts: [0, 1, 1, 0], total: 2, oldestDays: 200 },
    { ownerId: 'user_maya', counts: [1, 0, 0, 0], total: 1, oldestDays: 10 },
    { ownerId: null, counts: [2, 0, 0, 1], total: 3, oldestDays: 400 },
  ])
})
