import { expect, test } from 'vitest'
import { compileSchema, makeBudget, schemaLimits } from '../src/index.ts'

const tooLong = 'takes too long to check against the schema: use a smaller value or a simpler schema'
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
const fields = (count: number, make: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`f${at}`, make(at)]))
const nested = (levels: number, inner: unknown, wrap: (inner: unknown) => unknown) =>
  times(levels, () => 0).reduce<unknown>((value) => wrap(value), inner)

/** Applies a schema 2 to the power of 40 times. */
const doubled = (schema: unknown, by: 'allOf' | 'anyOf' | 'oneOf' = 'allOf') => ({
  $ref: '#/$defs/f40',
  $defs: fields(41, (at) => {
    const $ref = `#/$defs/f${at - 1}`
    return at === 0 ? schema : { [by]: [{ $ref }, { $ref }] }
  }),
})

const text = 'a'.repeat(60_000)
const wide = fields(5_000, (at) => at)
const wideSchema = fields(3_000, () => true)
const list = times(5_000, (at) => ({ at }))

const ended = (path: string) => [{ path, message: tooLong }]

test.each<[what: string, schema: unknown, value: unknown]>([
  ['comparing a large value', { const: wide }, { ...wide }],
  ['comparing with many values', { enum: times(3_000, (at) => [at]) }, ['a']],
  ['comparing a long text', { enum: [text] }, `${text.slice(1)}a`],
  ['telling items apart', { uniqueItems: true }, list],
  ['telling items of long names apart', { uniqueItems: true }, [{ [text]: 1 }]],
  ['counting the characters of a text', { minLength: 50_000 }, text],
  ['a pattern in a long text', { pattern: '(?:a|b)*c' }, text],
  ['a pattern for many names', { patternProperties: { '1$': true } }, wide],
  ['counting many fields', { minProperties: 1 }, wide],
  ['many fields', { additionalProperties: { type: 'number' } }, wide],
  ['the names of many fields', { propertyNames: { minLength: 1 } }, wide],
  ['many known fields', { properties: wideSchema }, wide],
  ['many required fields', { required: Object.keys(wide) }, wide],
  ['many items', { items: true }, list],
  ['looking for an item among many', { contains: false }, list],
  [
    'what many fields of an alternative leave over',
    { anyOf: [{ properties: wideSchema }], unevaluatedProperties: false },
    wide,
  ],
])('%s costs what it is made of, and ends by the budget', (_, schema, value) => {
  const budget = makeBudget(200)
  expect(compileSchema(schema)(value, { path: 'defaultValue', budget })).toEqual(ended('defaultValue'))
  expect(compileSchema(schema)(value)).not.toEqual(ended(''))
})

test.each<[what: string, schema: unknown, value: unknown]>([
  ['references that double', doubled({ type: 'number' }), 1],
  ['alternatives that double', doubled(false, 'anyOf'), 1],
  [
    'what is evaluated by them',
    { ...doubled({ properties: { f1: true } }, 'oneOf'), unevaluatedProperties: false },
    wide,
  ],
  ['multiples of tiny parts', doubled({ multipleOf: 1e-300 }), 1e300],
  ['problems that are told again', doubled({ type: 'string' }), 1],
  [
    'schemas that apply twice on each level',
    { oneOf: [{ items: { $ref: '#' }, maxItems: 0 }, { items: { $ref: '#' }, minItems: 9 }, { type: 'string' }] },
    nested(31, 'a', (value) => [value]),
  ],
])('%s end by the budget', (_, schema, value) => {
  expect(compileSchema(schema)(value)).toEqual(ended(''))
})

test('neither a long row of references nor a deep value fills the stack', () => {
  const row = {
    $ref: '#/$defs/f0',
    $defs: fields(2_000, (at) => (at === 1_999 ? true : { $ref: `#/$defs/f${at + 1}` })),
  }
  expect(compileSchema(row)(1)).toEqual(ended(''))
  const deep = nested(50_000, [], (value) => [value])
  for (const schema of [{ items: { $ref: '#' } }, { uniqueItems: true }]) {
    expect(compileSchema(schema)(deep)).toEqual(ended(''))
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
  expect(validate(list, { budget, path: 'variants[1].value' })).toEqual(ended('variants[1].value'))
  expect(validate([])).toEqual([])
})

test('at most 100 problems are told', () => {
  expect(compileSchema({ items: { type: 'string' } })(list)).toHaveLength(100)
  expect(compileSchema({ propertyNames: false })(wide)).toHaveLength(100)
})
