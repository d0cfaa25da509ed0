import type { Flag } from '@bunting/contract'

type Schema = NonNullable<Flag['schema']>

/**
 * Reduces a flag's schema to the keywords of JSON Schema that OpenFeature's manifest has. The result accepts every value that the
 * schema accepts, so a keyword that others limit is dropped if these are dropped.
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

/** Uses `fromEntries`, since a name may be `__proto__`. */
const cutEach = (schemas: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, cutSchema(schema)]))

const cutOrBoolean = (schema: unknown): unknown => (typeof schema === 'boolean' ? schema : cutSchema(schema))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
