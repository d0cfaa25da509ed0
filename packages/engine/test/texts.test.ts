import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findOperator, operators } from '../src/index.ts'

const unit = fc.constantFrom(...'aab', 'é', '\u{1f600}', '\ud83d')
const text = fc.array(unit, { maxLength: 10 }).map((units) => units.join(''))
const many = fc.array(
  fc.oneof(
    text,
    text.map((each) => each.repeat(20)),
  ),
  { minLength: 1, maxLength: 20 },
)

const plainly: Record<string, (actual: string, wanted: readonly string[]) => boolean> = {
  contains: (actual, wanted) => wanted.some((each) => actual.includes(each)),
  not_contains: (actual, wanted) => !wanted.some((each) => actual.includes(each)),
  starts_with: (actual, wanted) => wanted.some((each) => actual.startsWith(each)),
  ends_with: (actual, wanted) => wanted.some((each) => actual.endsWith(each)),
}

test.each(Object.keys(plainly))('%s finds what looking for one text after the other finds', (name) => {
  const { prepare, holds } = findOperator(name) ?? expect.fail()
  fc.assert(
    fc.property(many, fc.array(text, { minLength: 1, maxLength: 5 }), (wanted, actuals) => {
      const expected = prepare(wanted)
      for (const actual of [...actuals, ...wanted, wanted.join('')]) {
        expect(holds(actual, expected), JSON.stringify([actual, wanted])).toBe(plainly[name]?.(actual, wanted))
      }
    }),
    { numRuns: 300 },
  )
})

test('every operator that takes texts is compared so', () => {
  const names = operators.flatMap(({ name, takes }) => (takes === 'texts' ? [name] : []))
  expect(Object.keys(plainly).sort()).toEqual(names.sort())
})
