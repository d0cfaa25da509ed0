import { deliveryDocument, openApiDocument } from '../../src/openapi/openapi.ts'

export const documents = {
  management: openApiDocument('https://flags.example.com'),
  delivery: deliveryDocument('https://edge.example.com'),
} as const

// biome-ignore lint/suspicious/noExplicitAny: a document is looked at from outside, as any reader of it does.
export type Schema = Record<string, any>
type Found = { at: string; schema: Schema }

/** Every schema of a document, including nested ones. */
export const schemasOf = (document: object): Found[] => {
  const found: Found[] = []
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, one] of Object.entries(value)) {
      if (name === 'schema' || at === '/components/schemas') enter(one, `${at}/${name}`)
      else look(one, `${at}/${name}`)
    }
  }
  const enter = (schema: Schema, at: string): void => {
    found.push({ at, schema })
    for (const [name, one] of Object.entries(schema.properties ?? {})) enter(one as Schema, `${at}/${name}`)
    for (const [index, one] of (schema.anyOf ?? []).entries()) enter(one, `${at}/anyOf/${index}`)
    for (const name of ['items', 'additionalProperties', 'propertyNames', 'not'] as const) {
      if (typeof schema[name] === 'object') enter(schema[name], `${at}/${name}`)
    }
  }
  look(document, '')
  return found
}

export type Operation = {
  operationId: string
  path: string
  method: string
  tags: string[]
  description: string
  parameters?: { name: string; in: string; schema: Schema; required?: boolean }[]
  requestBody?: { description: string; content: Content }
  responses: Record<string, { headers?: Record<string, object>; links?: Record<string, Link>; content?: Content }>
}
type Content = Record<string, { schema: Schema }>
export type Link = { operationId: string; parameters: Record<string, string> }

export const operationsOf = (document: { paths?: object | undefined }): Operation[] =>
  Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )

/** Follows a `$ref` to the schema itself. */
export const resolve = (document: object, schema: Schema): Schema => {
  if (typeof schema.$ref !== 'string') return schema
  const parts = schema.$ref.split('/').slice(1)
  return parts.reduce((value, part) => (value as Schema)[part], document as Schema) as Schema
}
