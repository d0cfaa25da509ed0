import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileSchema } from '../src/index.ts'

type Row = { schema: unknown; fits: unknown[]; wrong: { value: unknown; path: string; message: string }[] }

const folder = new URL('./keywords/', import.meta.url)
const rows = readdirSync(folder).flatMap((file): Row[] => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))

test.each(rows)('$schema takes what fits it, and says where and why something does not', ({ schema, fits, wrong }) => {
  const validate = compileSchema(schema)
  for (const value of fits) expect(validate(value), JSON.stringify(value)).toEqual([])
  for (const { value, path, message } of wrong) expect(validate(value)).toEqual([{ path, message }])
})

const named = (name: string, value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a name as any other', (name) => {
  expect(compileSchema({ required: [name] })({})).toEqual([{ path: name, message: 'is required' }])
  expect(compileSchema({ required: [name] })(named(name, 1))).toEqual([])
  const typed = compileSchema({ properties: named(name, { type: 'number' }), additionalProperties: false })
  expect(typed({})).toEqual([])
  expect(typed(named(name, 'a'))).toEqual([{ path: name, message: 'must be a number' }])
  expect(compileSchema({ additionalProperties: false })(named(name, 1))).toHaveLength(1)
  expect(compileSchema({ const: named(name, 1) })({})).toHaveLength(1)
  expect(compileSchema({ enum: [{}] })(named(name, 1))).toHaveLength(1)
  expect(compileSchema({ dependentRequired: named(name, ['a']) })({})).toEqual([])
  expect(compileSchema({ dependentSchemas: named(name, false) })({})).toEqual([])
  const defined = { $ref: `#/$defs/${name}`, $defs: named(name, { type: 'number' }) }
  expect(compileSchema(defined)('a')).toHaveLength(1)
  expect(compileSchema({ unevaluatedProperties: false, properties: named(name, true) })(named(name, 1))).toEqual([])
})

test('every problem is told at its path, from where the value stands', () => {
  const validate = compileSchema({
    required: ['limits'],
    properties: {
      limits: { properties: { max: { type: 'integer' } }, required: ['min'] },
      items: { items: { properties: { name: { maxLength: 3 } } } },
    },
  })
  const value = { limits: { max: 1.5 }, items: [{}, {}, {}, { name: 'long' }] }
  expect(validate(value, { path: 'variants[1].value' })).toEqual([
    { path: 'variants[1].value.limits.max', message: 'must be a whole number' },
    { path: 'variants[1].value.limits.min', message: 'is required' },
    { path: 'variants[1].value.items[3].name', message: 'must have at most 3 characters' },
  ])
  expect(validate([], { path: 'defaultValue' })).toEqual([])
})

test('what several schemas ask of a value is told once', () => {
  const asked = { items: { type: 'string' } }
  expect(compileSchema({ ...asked, allOf: [asked, asked] })([1, 2])).toEqual([
    { path: '[0]', message: 'must be a string' },
    { path: '[1]', message: 'must be a string' },
  ])
})

test('what does not fit any of several schemas is not told again as something unknown', () => {
  const validate = compileSchema({
    anyOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }],
    unevaluatedProperties: false,
  })
  expect(validate({ a: 3 })).toEqual([{ path: '', message: 'must fit at least one of the schemas of anyOf' }])
})
