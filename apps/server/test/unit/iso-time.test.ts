import { expect, test } from 'vitest'
import { isoTime } from '../../src/store/core/list.ts'

test('times are written as Node writes them, in whatever order they are asked for', () => {
  const edges = [
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2200-12-31T00:00:59Z',
  ]
  const times = edges.map((text) => Date.parse(text))
  // Steps that cover every hour, minute and second, forwards and backwards.
  for (let step = 0; step < 5_000; step++) times.push(1_700_000_000_000 + step * 3_661_007, 1_700_000_000_000 - step)
  for (const ms of times) expect(isoTime(ms * 1_000 + 999)).toBe(new Date(ms).toISOString())
})
