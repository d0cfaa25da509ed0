import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUnit, type Moments, mergeMoments, noMoments } from '../src/index.ts'
import { mergeAll, momentsOfValues } from './support/arms.ts'
import { expectNear } from './support/near.ts'

const unit = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1000, max: 1000 }))
const units = fc.array(unit, { maxLength: 200 })

const momentsOf = (some: readonly (readonly [number, number])[]): Moments =>
  some.reduce((moments, [y, x]) => addUnit(moments, y, x), noMoments)

/** Equal but for rounding, which is relative to the squared values. */
const expectSame = (actual: Moments, expected: Moments): void => {
  const { xy, ...rest } = expected
  expectNear(actual, rest, 1e-12)
  expect(Math.abs(actual.xy - xy)).toBeLessThanOrEqual(1e-12 * (expected.y.m2 + expected.x.m2))
}

test('however units are divided and in whichever order they are merged, the moments are those of all at once', () => {
  const pieces = fc.array(units, { maxLength: 12 })
  fc.assert(
    fc.property(pieces, fc.infiniteStream(fc.nat()), (given, order) => {
      const shuffled = given
        .map((piece) => ({ piece, at: order.next().value }))
        .sort((one, other) => one.at - other.at)
        .map(({ piece }) => momentsOf(piece))
      expectSame(mergeAll(shuffled), momentsOf(given.flat()))
    }),
    { seed: 1 },
  )
})

test('it does not matter which two of three are merged first', () => {
  fc.assert(
    fc.property(units, units, units, (one, two, three) => {
      const [a, b, c] = [momentsOf(one), momentsOf(two), momentsOf(three)]
      expectSame(mergeMoments(mergeMoments(a, b), c), mergeMoments(a, mergeMoments(b, c)))
    }),
    { seed: 1 },
  )
})

test('merging with no units changes nothing', () => {
  const one = addUnit(noMoments, 3, 4)
  expect(mergeMoments(noMoments, one)).toEqual(one)
  expect(mergeMoments(one, noMoments)).toEqual(one)
  expect(mergeMoments(noMoments, noMoments)).toEqual(noMoments)
})

test('a million values around 10⁹ with a deviation of 1 keep it to 10⁻⁶, added one by one and merged by thousands', () => {
  // 0, 1 and 2 in equal parts, scaled to a variance of 1.
  const step = Math.sqrt(1.5)
  const valueAt = (at: number) => 1e9 + step * (at % 3)
  let [added, merged, piece] = [noMoments, noMoments, noMoments]
  for (let at = 0; at < 999_999; at++) {
    added = addUnit(added, valueAt(at))
    piece = addUnit(piece, valueAt(at))
    if (piece.n < 1_000) continue
    merged = mergeMoments(merged, piece)
    piece = noMoments
  }
  for (const { n, y } of [added, mergeMoments(merged, piece)]) {
    expect(n).toBe(999_999)
    expect(Math.abs(Math.sqrt(y.m2 / n) - 1)).toBeLessThan(1e-6)
    expect(Math.abs(y.mean / (1e9 + step) - 1)).toBeLessThan(1e-13)
  }
})

test('values that are all the same have no variance at all, in pieces too', () => {
  const tenth = momentsOfValues(Array(1_000).fill(0.1))
  expect(mergeAll(Array(37).fill(tenth)).y).toEqual({ mean: 0.1, m2: 0, least: 0.1, most: 0.1 })
})
