import fc from 'fast-check'
import type { GeneratedFlag } from '../../src/generate/typescript.ts'

/** Texts that end comments and literals, change the direction of text, or have a meaning in JavaScript. */
const hostileTexts = [
  '*/ export const evil = 1 /*',
  '*\\/',
  `\`\${process.exit()}\``,
  "' + evil + '",
  '"',
  '\\',
  "\\' // ",
  '\u2028\u2029\r\n\0',
  '\u202e\u2066gnirts\u2069',
  '\ud800',
  '</script><!--',
  '//',
  '/**',
  '@deprecated `never',
  '{@link evil}',
  '__proto__',
  'constructor',
  'class',
  '---',
  '3d-view',
  'a-b',
  'a_b',
  'a.b',
  'aB',
  'aB2',
  '',
  'é👩‍💻',
]

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' }), fc.string())

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.boolean(),
    fc.record({ const: fc.jsonValue() }),
    fc.record({ enum: fc.array(fc.oneof(text, fc.jsonValue()), { maxLength: 3 }) }),
    fc.record({ $ref: fc.oneof(fc.constantFrom('#', '#/properties/a', '#/%', 'https://example.com/x'), text) }),
    fc.record({ type: fc.constantFrom('string', 'integer', 'null', ['object', 'null'], 'nothing', 7) }),
    fc.record(
      {
        type: fc.constantFrom('object', 'array'),
        properties: fc.dictionary(text, tie('schema'), { maxKeys: 3 }),
        required: fc.array(text, { maxLength: 2 }),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
        minItems: fc.nat(2),
        anyOf: fc.array(tie('schema'), { maxLength: 2 }),
        allOf: fc.array(tie('schema'), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  ),
}))

/** Flags that no server accepts: the generated module must be safe even if another program answers instead of the server. */
export const hostileFlags: fc.Arbitrary<GeneratedFlag[]> = fc.uniqueArray(
  fc.record({
    key: text,
    name: text,
    description: fc.option(text),
    type: fc.constantFrom('boolean', 'string', 'number', 'json'),
    schema: schema as fc.Arbitrary<object>,
    createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    archivedAt: fc.option(fc.constant('2026-01-03T00:00:00.000Z')),
    stale: fc.option(fc.constantFrom('not_evaluated' as const, 'single_value' as const), { nil: undefined }),
  }),
  { selector: ({ key }) => key, maxLength: 30 },
)
