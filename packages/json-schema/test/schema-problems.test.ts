import { expect, test } from 'vitest'
import { compileSchema, schemaProblems } from '../src/index.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const notASchema = 'must be a schema: an object, true or false'
const elsewhere =
  'must be a reference within this schema, such as #, #/$defs/address or #address: no other schema is fetched'
const nowhere = 'leads nowhere: there is no such schema in this one'
const count = 'must be a whole number that is at least 0'

test.each([
  true,
  {},
  { $schema: dialect, $id: 'https://example.com/limits', title: 'Limits', $comment: 'a', default: 3, examples: [1] },
  { 'x-order': 1, optionen: [{}], format: 'anything', deprecated: true },
  { $vocabulary: { 'https://json-schema.org/draft/2020-12/vocab/core': true } },
  { const: { $ref: 'elsewhere', type: 3 }, enum: [{ $ref: '#/nowhere' }], default: { minimum: 'a' } },
  { 'x-kept': { $ref: 'https://example.com' } },
  { properties: { $ref: { type: 'string' } } },
  { propertyNames: { $ref: '#' }, items: { $ref: '#' }, contains: { allOf: [{ $ref: '#' }] } },
  { $defs: { a: { $anchor: 'a' }, b: { $dynamicAnchor: 'b' } }, anyOf: [{ $ref: '#a' }, { $dynamicRef: '#b' }] },
])('%j is a schema', (schema) => {
  expect(schemaProblems(schema)).toEqual([])
})

test.each<[schema: unknown, path: string, message: string]>([
  [null, '', notASchema],
  ['string', '', notASchema],
  [{ properties: { a: 1 } }, 'properties.a', notASchema],
  [{ allOf: [true, null] }, 'allOf[1]', notASchema],
  [{ items: [{}] }, 'items', notASchema],
  [{ allOf: [] }, 'allOf', 'must be an array of at least 1 schema'],
  [{ properties: [] }, 'properties', 'must be an object of schemas'],
  [
    { type: 'int' },
    'type',
    'must be one of null, boolean, object, array, number, integer, string, or an array of different ones',
  ],
  [
    { type: ['string', 'string'] },
    'type',
    'must be one of null, boolean, object, array, number, integer, string, or an array of different ones',
  ],
  [{ enum: 'a' }, 'enum', 'must be an array'],
  [{ minimum: '1' }, 'minimum', 'must be a number'],
  [{ multipleOf: 0 }, 'multipleOf', 'must be a number more than 0'],
  [{ not: { maxItems: -1 } }, 'not.maxItems', count],
  [{ minLength: 1.5 }, 'minLength', count],
  [{ uniqueItems: 1 }, 'uniqueItems', 'must be true or false'],
  [{ required: ['a', 'a'] }, 'required', 'must be an array of different strings'],
  [{ dependentRequired: { a: 'b' } }, 'dependentRequired.a', 'must be an array of different strings'],
  [{ dependentRequired: [] }, 'dependentRequired', 'must be an object'],
  [{ title: 1 }, 'title', 'must be a string'],
  [{ $schema: 'http://json-schema.org/draft-07/schema#' }, '$schema', `must be ${dialect}`],
  [
    { $vocabulary: { 'https://example.com/v': false } },
    '$vocabulary.https://example.com/v',
    'is not a known vocabulary of JSON Schema 2020-12',
  ],
  [{ $ref: 'https://example.com/a' }, '$ref', elsewhere],
  [{ $dynamicRef: 'other.json#a' }, '$dynamicRef', elsewhere],
  [{ $ref: 3 }, '$ref', elsewhere],
  [
    { $defs: { a: { $id: 'a' } } },
    '$defs.a.$id',
    'must stand at the top alone: with it this would be another schema, and there are no references to others',
  ],
  [{ $ref: '#/$defs/a' }, '$ref', nowhere],
  [{ items: { $ref: '#a' } }, 'items.$ref', nowhere],
  [{ $ref: '#/%' }, '$ref', nowhere],
  [{ $ref: '#/properties', properties: { '': true } }, '$ref', nowhere],
  [{ $ref: '#/allOf/length', allOf: [true] }, '$ref', nowhere],
  [{ $ref: '#/allOf/00', allOf: [true] }, '$ref', nowhere],
  [{ $ref: '#/const', const: {} }, '$ref', nowhere],
  [{ $ref: '#/$defs/constructor', $defs: {} }, '$ref', nowhere],
  [
    { $anchor: '1a' },
    '$anchor',
    'must be a name of letters, digits, hyphens, underscores and dots that begins with a letter or an underscore',
  ],
  [{ $anchor: 'a', items: { $dynamicAnchor: 'a' } }, 'items.$dynamicAnchor', 'is taken already'],
  [{ pattern: '(?=a)' }, 'pattern', 'must be a pattern in the RE2 dialect: invalid or unsupported Perl syntax: `(?=`'],
  [{ pattern: 1 }, 'pattern', 'must be a pattern'],
])('%j is none: at %s it %s', (schema, path, message) => {
  expect(schemaProblems(schema)).toEqual([{ path, message }])
  const prefix = path === '' || path.startsWith('[') ? '' : '.'
  expect(schemaProblems(schema, 'schema')).toEqual([{ path: `schema${prefix}${path}`, message }])
  expect(() => compileSchema(schema)).toThrow(message)
})

test('a pattern is held to the bounds of patterns in rules', () => {
  const [large] = schemaProblems({ patternProperties: { 'a{500}b{501}': true } })
  expect(large).toMatchObject({
    path: 'patternProperties.a{500}b{501}',
    message: /smaller pattern.*1,000 instructions/,
  })
  const many = Array.from({ length: 20 }, (_, at) => ({ pattern: `[a-z]{400}${at}` }))
  expect(schemaProblems({ anyOf: many }, 'schema')).toMatchObject([{ path: 'schema', message: /together.*6,000/ }])
})

test('a schema is at most 64 KiB of compact UTF-8', () => {
  const titled = (title: string) => schemaProblems({ title })
  const room = 64 * 1024 - JSON.stringify({ title: '' }).length
  expect(titled('a'.repeat(room))).toEqual([])
  expect(titled('a'.repeat(room + 1))).toEqual([{ path: '', message: 'must be at most 64 KiB of JSON' }])
  expect(titled(`${'é'.repeat(room / 2 - 4)}\u{1f600}漢a`)).toEqual([])
  expect(titled(`${'é'.repeat(room / 2 - 4)}\u{1f600}漢ab`)).toHaveLength(1)
})

test('a schema is at most 64 levels deep, whatever makes it so', () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
    let schema: unknown = {}
    for (let level = 1; level < levels; level++) schema = wrap(schema)
    return schemaProblems(schema)
  }
  const tooDeep = [{ path: '', message: 'must be at most 64 levels deep' }]
  expect(nested(64, (not) => ({ not }))).toEqual([])
  expect(nested(65, (not) => ({ not }))).toEqual(tooDeep)
  expect(nested(65, (inner) => ({ const: inner }))).toEqual(tooDeep)
  expect(nested(100_000, (inner) => ({ other: inner }))).toEqual(tooDeep)
})

const circle = 'leads back to itself without going into the value: checking would never end'

test.each<[schema: unknown, path: string]>([
  [{ $ref: '#' }, '$ref'],
  [{ $dynamicRef: '#a', $dynamicAnchor: 'a' }, '$dynamicRef'],
  [{ anyOf: [{ type: 'string' }, { $ref: '#' }] }, 'anyOf[1].$ref'],
  [{ if: { not: { $ref: '#' } } }, 'if.not.$ref'],
  [{ dependentSchemas: { a: { $ref: '#' } } }, 'dependentSchemas.a.$ref'],
  [{ $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } }, '$defs.b.allOf[0].$ref'],
  [{ items: { $ref: '#/$defs/a/allOf/0' }, $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }, '$defs.a.allOf[0].$ref'],
])('%j would never end', (schema, path) => {
  expect(schemaProblems(schema)).toEqual([{ path, message: circle }])
})

test('at most 100 problems are told', () => {
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, { minimum: 'a' }]))
  expect(schemaProblems({ properties })).toHaveLength(100)
  expect(schemaProblems({ allOf: Array(500).fill(1) })).toHaveLength(100)
  expect(schemaProblems({ allOf: Array(500).fill({ $ref: '#a' }) })).toHaveLength(100)
})
