import { compileSchema } from '@bunting/json-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutSchema } from '../../src/rules/manifest/cut-schema.ts'

const names = fc.constantFrom('a', 'b', '__proto__')
const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']
const type = fc.constantFrom(...types)

const { schema } = fc.letrec<{ schema: unknown; keywords: unknown }>((tie) => ({
  schema: fc.oneof({ depthSize: 'small', maxDepth: 3 }, fc.boolean(), tie('keywords')),
  keywords: fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1 })),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 2 }),
      required: fc.uniqueArray(names),
      items: tie('schema'),
      additionalProperties: tie('schema'),
      patternProperties: fc.dictionary(fc.constantFrom('^a', '.'), tie('schema'), { maxKeys: 2 }),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      minLength: fc.nat(3),
      minItems: fc.nat(2),
    },
    { requiredKeys: [] },
  ),
}))

const value = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom('a', 'b') })

test('whatever fits a schema fits what the manifest has of it', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 20, maxLength: 20 }), (whole, values) => {
      fc.pre(typeof whole === 'object')
      const [fits, fitsCut] = [compileSchema(whole), compileSchema(cutSchema(whole))]
      for (const one of values) if (fits(one).length === 0) expect(fitsCut(one)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('it has no other keyword, at any depth', () => {
  const known = ['type', 'properties', 'required', 'items', 'additionalProperties']
  const look = (cut: Record<string, unknown> | boolean): void => {
    if (typeof cut === 'boolean') return
    expect(known).toEqual(expect.arrayContaining(Object.keys(cut)))
    for (const inner of [cut.items, cut.additionalProperties, ...Object.values(cut.properties ?? {})]) {
      if (inner !== undefined) look(inner as Record<string, unknown>)
    }
  }
  fc.assert(fc.property(schema, (whole) => look(cutSchema(whole))))
})
