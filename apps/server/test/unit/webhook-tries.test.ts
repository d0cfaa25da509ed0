import { describe, expect, test } from 'vitest'
import { restUs, retryAfterUs, waitUs } from '../../src/rules/webhook-tries.ts'

const second = 1_000_000
const hour = 3_600 * second

test('tries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and the tenth is the last', () => {
  const waits = Array.from({ length: 10 }, (_, at) => waitUs(at + 1, 0.5))
  expect(waits).toEqual([
    ...[5 * second, 300 * second, 1_800 * second],
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    undefined,
  ])
})

test('a fifth sooner or later, by chance', () => {
  expect([waitUs(1, 0), waitUs(1, 1)]).toEqual([4 * second, 6 * second])
  expect(waitUs(9, 1)).toBe(28.8 * hour)
})

describe('Retry-After', () => {
  const nowUs = Date.parse('2026-05-01T12:00:00Z') * 1_000
  const waits = (header?: string) => waitUs(1, 0, retryAfterUs(header, nowUs))

  test('is waited for, in seconds or until a date', () => {
    expect(waits('120')).toBe(120 * second)
    expect(waits('Fri, 01 May 2026 14:00:00 GMT')).toBe(2 * hour)
  })

  test('is a day at the most', () => {
    expect(waits('99999999999999999999')).toBe(24 * hour)
    expect(waits('Fri, 01 May 2099 14:00:00 GMT')).toBe(24 * hour)
  })

  test.each([undefined, '', '0', '-5', 'soon', 'Fri, 01 May 2020 14:00:00 GMT', '1e3', 'NaN'])(
    'that says %s changes nothing',
    (header) => {
      expect(waits(header)).toBe(4 * second)
    },
  )
})

test('from the fifth failure in a row a webhook rests between its tries, longer and longer, up to a minute', () => {
  const rests = Array.from({ length: 14 }, (_, failures) => restUs(failures) / second)
  expect(rests).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(restUs(100_000)).toBe(60 * second)
})
