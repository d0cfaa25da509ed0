import { expect, test } from 'vitest'
import { endpoints } from '../src/index.ts'
import { documents, operationsOf, resolve, type Schema, schemasOf } from './support/schemas.ts'

const both = Object.entries(documents)
const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value)
const places = (found: { at: string }[]) => found.map(({ at }) => at)

test.each(both)('in the %s document a schema has one type, or one and null', (_, document) => {
  const others = schemasOf(document).filter(
    ({ schema: { type } }) => Array.isArray(type) && (type.length !== 2 || type[1] !== 'null' || type[0] === 'null'),
  )
  expect(places(others)).toEqual([])
})

test.each(both)('in the %s document null stands alone only beside other possibilities', (_, document) => {
  const alone = schemasOf(document).filter(({ at, schema }) => schema.type === 'null' && !/\/anyOf\/\d+$/.test(at))
  expect(places(alone)).toEqual([])
})

test.each(both)(
  'in the %s document one text is an enum of one, and nothing but texts are in an enum',
  (_, document) => {
    const found = schemasOf(document)
    expect(places(found.filter(({ schema }) => 'const' in schema))).toEqual([])
    const others = found.filter(({ schema: { enum: values = [], type } }) =>
      values.some((one: unknown) => ![type].flat().includes(typeOf(one)) || typeof one === 'boolean'),
    )
    expect(places(others)).toEqual([])
  },
)

test.each(both)('in the %s document a text beside other possibilities is just a text', (_, document) => {
  const found = schemasOf(document).filter(({ at, schema }) => schema.type === 'string' && /\/anyOf\/\d+$/.test(at))
  expect(places(found.filter(({ schema }) => 'format' in schema))).toEqual([])
})

test.each(both)('in the %s document numbers that can be large are int64, and nothing else is', (_, document) => {
  const found = schemasOf(document)
  const large = found.filter(({ schema: { type, maximum = Number.MAX_SAFE_INTEGER } }) => {
    return [type].flat().includes('integer') && maximum > 2 ** 31 - 1
  })
  expect(places(large.filter(({ schema }) => schema.format !== 'int64'))).toEqual([])
  expect(places(found.filter((one) => one.schema.format === 'int64' && !large.includes(one)))).toEqual([])
})

test.each(both)('in the %s document a number has all the digits that JSON gave it', (_, document) => {
  const numbers = schemasOf(document).filter(({ schema }) => [schema.type].flat().includes('number'))
  expect(numbers.length).toBeGreaterThan(2)
  expect(places(numbers.filter(({ schema }) => schema.format !== 'double'))).toEqual([])
})

test.each(both)('in the %s document every whole number has a least one that means something', (_, document) => {
  const open = schemasOf(document).filter(
    ({ schema: { type, minimum } }) => [type].flat().includes('integer') && !(minimum >= 0),
  )
  expect(places(open)).toEqual([])
})

test('every body says how large it may be, and a large one how many parts it may have', () => {
  const said = Object.values(documents)
    .flatMap(operationsOf)
    .flatMap(({ requestBody }) => (requestBody ? [requestBody.description] : []))
  const ofLargeOnes =
    'One larger than 256 KiB has at most 50,000 objects, arrays and fields together, and 300,000 values.'
  expect(new Set(said)).toEqual(
    new Set([
      'At most 64 KiB.',
      'At most 256 KiB.',
      `At most 1 MiB. ${ofLargeOnes}`,
      `At most 2 MiB. ${ofLargeOnes}`,
      `At most 2 MiB. ${ofLargeOnes.replace('50,000', '75,000')}`,
      'At most 1 GiB, packed and unpacked.',
    ]),
  )
})

test('every cursor is an int64, in the query and in the answer', () => {
  const lists = operationsOf(documents.management).filter(({ parameters }) =>
    parameters?.some(({ name }) => name === 'cursor'),
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const { operationId, parameters, responses } of lists) {
    const cursor = parameters?.find(({ name }) => name === 'cursor')?.schema
    expect(cursor, operationId).toMatchObject({ type: 'integer', format: 'int64', minimum: 0 })
    const answer = responses[200]?.content?.['application/json']?.schema
    expect(answer?.properties.nextCursor, operationId).toMatchObject({ type: ['integer', 'null'], format: 'int64' })
  }
})

test('a boolean in a query is a boolean, and nothing more', () => {
  const parameters = operationsOf(documents.management).flatMap((one) => one.parameters ?? [])
  const named = parameters.filter(({ name }) => name === 'archived' || name === 'keepKeys')
  expect(named.length).toBeGreaterThan(1)
  for (const { schema } of named) {
    expect(schema.type).toBe('boolean')
    expect(schema).not.toHaveProperty('enum')
  }
})

test('an update says that it needs a field', () => {
  const updates = operationsOf(documents.management).filter(({ method }) => method === 'patch')
  expect(updates.length).toBeGreaterThan(3)
  for (const { operationId } of updates) {
    expect(bodyOf(operationId), operationId).toMatchObject({ minProperties: 1 })
  }
  expect(bodyOf('updateMember').properties.projects).toMatchObject({ minProperties: 1, maxProperties: 100 })
})

test('what a text must have is in the document: names, keys and lists of ids are not empty', () => {
  expect(bodyOf('createProject').properties).toMatchObject({ name: { minLength: 1 }, slug: { minLength: 1 } })
  expect(parameterOf('listActors', 'ids')).toMatchObject({ minLength: 1 })
  expect(parameterOf('listFlagSummaries', 'keys')).toMatchObject({ minLength: 1 })
})

test('what may be null in a context may be null in the document', () => {
  for (const [, document] of both) {
    const context = resolve(document, { $ref: '#/components/schemas/EvaluationContext' })
    const { userId, anonymousId, attributes } = context.properties
    expect(userId).toMatchObject({ type: ['string', 'null'], maxLength: 1_024 })
    expect(anonymousId).toMatchObject({ type: ['string', 'null'], maxLength: 1_024 })
    expect(attributes).toMatchObject({ type: ['object', 'null'], maxProperties: 100 })
    expect(attributes.additionalProperties.description).toContain('null')
  }
})

test('a targeting key may be null too', () => {
  const { context } = resolve(documents.delivery, { $ref: '#/components/schemas/OfrepBody' }).properties
  expect(context.properties.targetingKey).toMatchObject({ type: ['string', 'null'], maxLength: 1_024 })
})

test.each(both)(
  'every operation of the %s document is told apart: a tag that is explained, words, answers',
  (_, document) => {
    const tags = (document.tags ?? []).map(({ name }) => name)
    for (const { operationId, description, tags: own } of operationsOf(document)) {
      expect(tags, operationId).toEqual(expect.arrayContaining(own))
      expect(own, operationId).toHaveLength(1)
      expect(description, operationId).toMatch(/\S/)
    }
  },
)

test('headers that are read are parameters, and a key may come as one', () => {
  const read = both.flatMap(([, document]) =>
    operationsOf(document).flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap((one) => (one.in === 'header' ? [`${operationId}: ${one.name}`] : [])),
    ),
  )
  expect(read).toEqual([
    'streamProject: Last-Event-ID',
    'changeSegmentIds: If-Match',
    'recordEvents: Idempotency-Key',
    'track: Idempotency-Key',
    'track: Idempotency-Key',
    'getBundle: If-None-Match',
    'getList: If-None-Match',
    'stream: Last-Event-ID',
    'ofrepStream: Last-Event-ID',
    'ofrepEvaluateFlags: If-None-Match',
  ])
  const { securitySchemes } = documents.delivery.components ?? {}
  expect(securitySchemes?.apiKeyHeader).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' })
  expect(documents.delivery.security).toContainEqual({ apiKeyHeader: [] })
})

test.each(both)('every answer of the %s document has a request id, a 429 says when to come back', (_, document) => {
  for (const { operationId, responses } of operationsOf(document)) {
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      const where = `${operationId} ${status}`
      expect(Object.keys(headers), where).toContain('X-Request-Id')
      if (status === '429') expect(headers['Retry-After'], where).toEqual({ $ref: '#/components/headers/Retry-After' })
    }
  }
})

test.each(both)('the %s document names the address that it was given', (name, document) => {
  const url = name === 'delivery' ? 'https://edge.example.com' : 'https://flags.example.com'
  expect(document.servers).toMatchObject([{ url }])
})

const bodyOf = (operationId: string): Schema => {
  const { method, path } = endpoints[operationId as keyof typeof endpoints]
  const operation = documents.management.paths?.[path]?.[method.toLowerCase() as 'post'] as Schema
  return resolve(documents.management, operation.requestBody.content['application/json'].schema)
}

const parameterOf = (operationId: string, name: string): Schema | undefined =>
  operationsOf(documents.management)
    .find((one) => one.operationId === operationId)
    ?.parameters?.find((one) => one.name === name)?.schema

// For Java generators: `Map<String, Object>.class` does not exist.
test.each(both)('in the %s document what may hold anything is just an object', (_, document) => {
  const found = schemasOf(document)
  expect(found.filter(({ schema }) => schema.type === 'object').length).toBeGreaterThan(10)
  expect(places(found.filter(({ schema }) => schema.additionalProperties === true))).toEqual([])
})

// Generated Java throws at a list within `anyOf`, and generated Python accepts none whose items differ.
test.each(both)('in the %s document a value that may be a list is any, and the words say which', (_, document) => {
  const found = schemasOf(document)
  const members = found.filter(({ at }) => /\/anyOf\/\d+$/.test(at))
  const loose = members.filter(({ schema: { type, anyOf, properties } }) => {
    return anyOf || type === 'array' || (type === 'object' && !properties)
  })
  expect(places(loose)).toEqual([])
  const said = found.filter(({ schema: { description } }) => /One of: .*\barray of \w+/.test(description))
  expect(said.length).toBeGreaterThan(2)
  expect(places(said.filter(({ schema }) => 'type' in schema || 'anyOf' in schema))).toEqual([])
})

// Generated Java sends an empty list for each list that is optional but not nullable.
test('a list that may be left out of a request may be null, where an empty one is something else', () => {
  const { management } = documents
  const found: string[] = []
  const look = (written: Schema, at: string, isUpdate: boolean): void => {
    const schema = resolve(management, written)
    for (const [name, one] of Object.entries<Schema>(schema.properties ?? {})) {
      const isLeftOut = !schema.required?.includes(name) && !('default' in one)
      if (one.type === 'array' && isLeftOut && (isUpdate || one.minItems > 0)) found.push(`${at}.${name}`)
    }
  }
  for (const { method, operationId, requestBody } of operationsOf(management)) {
    const body = requestBody?.content['application/json']?.schema
    if (body) look(body, operationId, method === 'patch')
  }
  for (const [name, schema] of Object.entries(management.components.schemas as Schema)) {
    if (/Body|Draft|Change$/.test(name)) look(schema, name, false)
  }
  expect(found).toEqual([])
})
