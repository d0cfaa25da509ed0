import { expect, test } from 'vitest'
import { documents, type Link, type Operation, operationsOf, resolve, type Schema } from './support/schemas.ts'

type Placed = { from: Operation; status: string; name: string; link: Link; document: object }

const links = Object.values(documents).flatMap((document) =>
  operationsOf(document).flatMap((from) =>
    Object.entries(from.responses).flatMap(([status, answer]) =>
      Object.entries(answer.links ?? {}).map(([name, link]): Placed => ({ from, status, name, link, document })),
    ),
  ),
)

const told = ({ from, name }: Placed) => `${from.operationId}: ${name}`
const targetOf = ({ document, link }: Placed) =>
  operationsOf(document).find(({ operationId }) => operationId === link.operationId)

test('links lead to operations that exist, with parameters that those take', () => {
  expect(links.length).toBeGreaterThan(40)
  for (const link of links) {
    const target = targetOf(link)
    expect(target, told(link)).toBeDefined()
    const taken = target?.parameters?.map(({ name }) => name)
    expect(taken, told(link)).toEqual(expect.arrayContaining(Object.keys(link.link.parameters)))
  }
})

test('what a link takes from a request or an answer is there', () => {
  for (const link of links) {
    for (const expression of Object.values(link.link.parameters)) {
      expect(resolves(link, expression), `${told(link)}: ${expression}`).toBe(true)
    }
  }
})

test('a link brings what it is about: nothing but an environment is left for the caller to name', () => {
  for (const link of links) {
    const needed =
      targetOf(link)
        ?.parameters?.filter((one) => one.in === 'path')
        .map(({ name }) => name) ?? []
    const left = needed.filter((name) => !(name in link.link.parameters))
    expect(['', 'envId'], told(link)).toContain(left.join())
  }
})

test('whatever can be made can be reached from its making, and every list has a next page', () => {
  const made = [
    'createProject',
    'createEnvironment',
    'createFlag',
    'createFlagVersion',
    'createProposal',
    'createApiKey',
  ]
  for (const operationId of made) {
    expect(
      links.some(({ from }) => from.operationId === operationId),
      operationId,
    ).toBe(true)
  }
  for (const { operationId, parameters } of operationsOf(documents.management)) {
    if (!parameters?.some(({ name }) => name === 'cursor')) continue
    const next = links.find(({ from, link }) => from.operationId === operationId && 'cursor' in link.parameters)
    expect(next?.link.operationId, operationId).toBe(operationId)
  }
})

const resolves = ({ from, status, document }: Placed, expression: string): boolean => {
  const [, place = '', , rest = ''] =
    /^\$(request\.path|response\.header|response\.body)([.#])(.*)$/.exec(expression) ?? []
  if (place === 'request.path') return from.path.includes(`{${rest}}`)
  const answer = from.responses[status]
  if (place === 'response.header') return Object.keys(answer?.headers ?? {}).includes(rest)
  const body = answer?.content?.['application/json']?.schema
  return place === 'response.body' && body !== undefined && hasPointer(document, body, rest.split('/').slice(1))
}

const hasPointer = (document: object, given: Schema, [part, ...rest]: string[]): boolean => {
  if (part === undefined) return true
  const schema = resolve(document, given)
  const next = /^\d+$/.test(part) ? schema.items : schema.properties?.[part]
  return next !== undefined && hasPointer(document, next, rest)
}
