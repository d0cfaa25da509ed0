import { expect, test } from 'vitest'
import { compileSchema, makeBudget, schemaLimits } from '../src/index.ts'

const tooLong = 'takes too long to check against the schema: use a smaller value or a simpler schema'
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
const fields = (count: number, make: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`f${at}`, make(at)]))
const nested = (levels: number, inner: unknown, wrap: (inner: unknown) => unknown) =>
  times(levels, () => 0).reduce<unknown>((value) => wrap(value), inner)

/** Applies a schema two to the power of forty times. */
const doubled = (schema: unknown, by: 'allOf' | 'anyOf' | 'oneOf' = 'allOf') => ({
  $ref: '#/$defs/f40',
  $defs: fields(41, (at) => {
    const $ref = `#/$defs/f${at - 1}`
    return at === 0 ? schema : { [by]: [{ $ref }, { $ref }] }
  }),
})

const text = 'a'.repeat(60_000)
const wide = fields(5_000, (at) => at)
const list = times(5_000, (at) => ({ at }))

test.each<[what: string, schema: unknown, value: unknown]>([
  ['references that double', doubled({ type: 'number' }), 1],
  ['alternatives that double', doubled(false, 'anyOf'), 1],
  [
    'what is evaluated by them',
    { ...doubled({ properties: { f1: true } }, 'oneOf'), unevaluatedProperties: false },
    wide,
  ],
  ['comparing large values', doubled({ const: wide }), { ...wide }],
  ['comparing many values', doubled({ enum: times(3_000, (at) => [at]) }), ['a']],
  ['comparing long texts', doubled({ enum: [text] }), `${text.slice(1)}a`],
  ['items that are different', doubled({ uniqueItems: true }), list],
  ['long names of items', doubled({ uniqueItems: true }), [{ [text]: 1 }]],
  ['texts of many characters', doubled({ minLength: 50_000 }), text],
  ['patterns in long texts', doubled({ pattern: '(?:a|b)*c' }), text],
  ['patterns of many names', doubled({ patternProperties: { '1$': true } }), wide],
  ['many names', doubled({ additionalProperties: { type: 'number' } }), wide],
  ['names of many', doubled({ propertyNames: { minLength: 1 } }), wide],
  ['steps of tiny parts', doubled({ multipleOf: 1e-300 }), 1e300],
  ['many items that are contained', doubled({ contains: false, minContains: 0 }), list],
  [
    'schemas that apply twice on each level',
    { oneOf: [{ items: { $ref: '#' }, maxItems: 0 }, { items: { $ref: '#' }, minItems: 9 }, { type: 'string' }] },
    nested(31, 'a', (value) => [value]),
  ],
])('%s end by the budget', (_, schema, value) => {
  const budget = makeBudget(200_000)
  expect(compileSchema(schema)(value, { path: 'defaultValue', budget })).toEqual([
    { path: 'defaultValue', message: tooLong },
  ])
  expect(budget.left).toBeLessThan(0)
})

test('neither a long row of references nor a deep value fills the stack', () => {
  const row = {
    $ref: '#/$defs/f0',
    $defs: fields(2_000, (at) => (at === 1_999 ? true : { $ref: `#/$defs/f${at + 1}` })),
  }
  expect(compileSchema(row)(1)).toEqual([{ path: '', message: tooLong }])
  const deep = nested(50_000, [], (value) => [value])
  for (const schema of [{ items: { $ref: '#' } }, { uniqueItems: true }]) {
    expect(compileSchema(schema)(deep)).toEqual([{ path: '', message: tooLong }])
  }
  expect(compileSchema({ const: [[]] })(deep)).toHaveLength(1)
})

test('a value of 64 KiB is far from the end of the budget', () => {
  const schemaOfItems = { type: 'object', required: ['at'], properties: { at: { type: 'integer', minimum: 0 } } }
  const validate = compileSchema({
    type: 'array',
    uniqueItems: true,
    items: { ...schemaOfItems, additionalProperties: false },
  })
  const budget = makeBudget()
  expect(validate(list, { budget })).toEqual([])
  expect(budget.left).toBeGreaterThan(0.75 * schemaLimits.steps)
})

test('validations that share a budget end where it does', () => {
  const validate = compileSchema({ items: { type: 'object' } })
  const budget = makeBudget(25_000)
  expect(validate(list, { budget })).toEqual([])
  expect(validate(list, { budget, path: 'variants[1].value' })).toEqual([
    { path: 'variants[1].value', message: tooLong },
  ])
  expect(validate([])).toEqual([])
})

test('at most 100 problems are told', () => {
  expect(compileSchema({ items: { type: 'string' } })(list)).toHaveLength(100)
  expect(compileSchema({ propertyNames: false })(wide)).toHaveLength(100)
})
