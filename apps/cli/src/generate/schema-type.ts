import { any, both, documentType, either, never, plain, type Type, valueType } from './type.ts'

type Schema = Record<string, unknown>

/** The maximum number of schema parts to read, since `$ref`s let a small schema have any number. The rest becomes any JSON. */
const maxParts = 2_000

/**
 * Returns the type of a json flag's values by its schema; undefined if the schema does not restrict them. The type accepts every
 * value that the schema accepts: constraints that a type cannot express, such as a length, are omitted, and recursive references
 * become any JSON.
 */
export const schemaType = (root: unknown): Type | undefined => {
  let parts = 0

  const typeOf = (schema: unknown, outer: readonly Schema[]): Type => {
    if (schema === false) return never
    if (!isObject(schema) || outer.includes(schema) || ++parts > maxParts) return any
    if ('const' in schema) return valueType(schema.const)
    if (Array.isArray(schema.enum)) return either(schema.enum.map(valueType))
    const inner = (one: unknown) => typeOf(one, [...outer, schema])
    return both([
      ownType(schema, inner),
      ...('$ref' in schema ? [inner(targetOf(root, schema.$ref))] : []),
      ...listOf(schema.allOf).map(inner),
      ...['anyOf', 'oneOf'].flatMap((name) => (name in schema ? [either(listOf(schema[name]).map(inner))] : [])),
    ])
  }

  return documentType(typeOf(root, []))
}

type Inner = (schema: unknown) => Type

/** Returns the type by a schema's own keywords, without its references and combinations. */
const ownType = (schema: Schema, inner: Inner): Type => {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? impliedType(schema)]
  return either(types.map((type) => (makers[String(type)] ?? (() => any))(schema, inner)))
}

const impliedType = (schema: Schema): string | undefined => {
  if (['properties', 'required', 'additionalProperties'].some((name) => name in schema)) return 'object'
  return ['items', 'prefixItems'].some((name) => name in schema) ? 'array' : undefined
}

const objectType: (schema: Schema, inner: Inner) => Type = (schema, inner) => {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = listOf(schema.required).filter((name) => typeof name === 'string')
  const others = 'patternProperties' in schema ? any : inner(schema.additionalProperties ?? true)
  const names = [...new Set([...Object.keys(properties), ...required])]
  if (names.length === 0) return { kind: 'record', values: others }
  const fields = names.map((name) => ({
    name,
    type: Object.hasOwn(properties, name) ? inner(properties[name]) : others,
    isOptional: !required.includes(name),
  }))
  return { kind: 'object', fields }
}

const arrayType: (schema: Schema, inner: Inner) => Type = (schema, inner) => {
  const first = listOf(schema.prefixItems)
  const items = inner(schema.items ?? true)
  if (first.length === 0) return { kind: 'list', items }
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0
  return {
    kind: 'tuple',
    items: first.map((one, at) => ({ type: inner(one), isOptional: at >= least })),
    rest: items.kind === 'never' ? undefined : items,
  }
}

const makers: Record<string, (schema: Schema, inner: Inner) => Type> = {
  object: objectType,
  array: arrayType,
  string: () => plain('string'),
  number: () => plain('number'),
  integer: () => plain('number'),
  boolean: () => plain('boolean'),
  null: () => plain('null'),
}

/** Resolves a reference within the schema; any other reference accepts everything. */
const targetOf = (root: unknown, reference: unknown): unknown => {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return true
  let target = root
  for (const part of reference.split('/').slice(1)) {
    const name = unescaped(part)
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return true
    target = (target as Schema)[name]
  }
  return target
}

const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
