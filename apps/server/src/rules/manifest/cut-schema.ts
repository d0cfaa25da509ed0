import type { Flag } from '@bunting/contract'

type Schema = NonNullable<Flag['schema']>

/**
 * Cuts a flag's schema to what OpenFeature's manifest has of JSON Schema. The cut takes every value that the whole takes: a
 * keyword is left out where it would mean more without those that are left out.
 */
export const cutSchema = (schema: unknown): Schema => {
  if (!isObject(schema)) return {}
  const { type, properties, required, items, additionalProperties, patternProperties, prefixItems } = schema
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(isObject(properties) ? { properties: cutEach(properties) } : {}),
    ...(Array.isArray(required) ? { required } : {}),
    ...(items === undefined || prefixItems !== undefined ? {} : { items: cutOrBoolean(items) }),
    ...(additionalProperties === undefined || patternProperties !== undefined
      ? {}
      : { additionalProperties: cutOrBoolean(additionalProperties) }),
  } as Schema
}

/** Names may be any, `__proto__` too. */
const cutEach = (schemas: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, cutSchema(schema)]))

const cutOrBoolean = (schema: unknown): unknown => (typeof schema === 'boolean' ? schema : cutSchema(schema))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
