import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject
type Written = Schema | oas31.ReferenceObject

/** The document with all of its schemas simplified. */
export const plainDocument = <Document extends object>(document: Document): Document => {
  const look = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => look(one, place))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (name === 'schema') return [name, plainSchema(one)]
        if (place === 'components' && name === 'schemas') return [name, mapValues(one, plainSchema)]
        return [name, look(one, name)]
      }),
    )
  }
  return look(document, '') as Document
}

/**
 * Simplifies a schema for generators of clients. They accept one type, or one and null; several types become an `anyOf`.
 * They drop a `const` or fail on it, and take a number without a format for 32 bits. An object with arbitrary members is the
 * default to them, if nothing else is said.
 */
const plainSchema = (written: Written): Written => {
  if ('$ref' in written) return written
  const { properties, items, additionalProperties: others, propertyNames: _, ...rest } = written
  const schema: Schema = { ...rest }
  if (properties) schema.properties = mapValues(properties, plainSchema)
  if (items) schema.items = plainSchema(items as Written)
  if (typeof others === 'object') schema.additionalProperties = plainSchema(others)
  else if (others === false) schema.additionalProperties = others
  return plainNumber(plainConst(plainUnion(schema)))
}

const plainUnion = ({ type, anyOf, ...rest }: Schema): Schema => {
  // Some generators cannot read `null` as the only type.
  if (type === 'null') return { ...rest, type: ['boolean', 'null'], not: { type: 'boolean' } }
  if (Array.isArray(type) && type.length > 2) return { ...rest, anyOf: type.map((one) => plainNumber({ type: one })) }
  const schema = type === undefined ? rest : { type, ...rest }
  if (!anyOf) return schema
  const flat = (anyOf as Written[]).flatMap((one) => ('anyOf' in one ? (one.anyOf as Written[]) : [one]))
  const members = flat.map((one) => (isNull(one) ? one : plainSchema(one)))
  if (members.some(isLoose) && !(members.length === 2 && members.some(isNull))) return anyValue(schema, members)
  const [first, second] = members
  if (members.length > 2 || !first || !second || !isNull(second) || !isTyped(first))
    return { ...schema, anyOf: members }
  const { type: own, enum: values, ...inner } = first
  return { ...inner, ...schema, type: [own, 'null'], ...(values ? { enum: [...values, null] } : {}) }
}

/** Tells whether a schema is a list, or an object of anything: generated clients have no class for it. */
const isLoose = (schema: Written): boolean =>
  'type' in schema && (schema.type === 'array' || (schema.type === 'object' && !schema.properties))

/**
 * A value with a loose alternative becomes one of any type, and the description lists the types. With an `anyOf` the client
 * in Java fails on lists, and the one in Python accepts no list of mixed items.
 */
const anyValue = ({ description, ...schema }: Schema, members: Written[]): Schema => {
  const said = `One of: ${members.flatMap(sayType).join(', ')}.`
  return { ...schema, description: description === undefined ? said : `${description} ${said}` }
}

const sayType = (schema: Written): string[] => {
  if (!('type' in schema)) return []
  if (schema.type !== 'array') return [String(schema.type)]
  const items = schema.items as Schema | undefined
  const types = (items?.anyOf as Written[] | undefined)?.flatMap(sayType) ?? (items?.type ? [items.type] : ['anything'])
  return [`array of ${types.join(' or ')}`]
}

const isNull = (schema: Written): boolean => 'type' in schema && schema.type === 'null'
const isTyped = (schema: Written): schema is Schema & { type: oas31.SchemaObjectType } =>
  'type' in schema && typeof schema.type === 'string'

/** Replaces a `const`. Java does not support an enum of booleans. */
const plainConst = ({ const: value, ...schema }: Schema): Schema => {
  if (value === undefined) return schema
  return typeof value === 'boolean' ? { ...schema, type: 'boolean' } : { ...schema, type: 'string', enum: [value] }
}

const max32Bits = 2 ** 31 - 1

const plainNumber = (schema: Schema): Schema => {
  const types = [schema.type].flat()
  if (types.includes('number')) return { ...schema, format: 'double' }
  if (!types.includes('integer')) return schema
  const { maximum = Number.MAX_SAFE_INTEGER } = schema
  return maximum > max32Bits ? { ...schema, format: 'int64', maximum } : schema
}

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
