import { frozen } from './frozen.ts'
import type { Details, FlagValue } from './types.ts'

type Validated<Value> = { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly unknown[] }

/** A schema of any library that follows Standard Schema: Zod, Valibot, ArkType and others. */
export type Schema<Value> = {
  readonly '~standard': {
    readonly validate: (value: unknown) => Validated<Value> | Promise<Validated<Value>>
  }
}

/** Tells whether the value of a `json` flag has the type that the caller expects: a function, or a schema. */
export type Check<Value> = ((value: unknown) => value is Value) | Schema<Value>

/** A check whose type parameter is not known. */
export type AnyCheck = ((value: unknown) => boolean) | Schema<unknown>

const known = new WeakMap<AnyCheck, WeakMap<object, unknown>>()

/**
 * Returns the value as the check leaves it (a schema may fill in defaults), or undefined if it fails or throws. For the
 * same schema and value it returns the same object, validated once.
 */
export const checked = (value: unknown, check: AnyCheck | undefined): unknown => {
  if (check === undefined) return value
  try {
    return '~standard' in check ? validatedOnce(value as object, check) : check(value) ? value : undefined
  } catch {
    return undefined
  }
}

const validatedOnce = (value: object, schema: Schema<unknown>): unknown => {
  const values = known.get(schema) ?? new WeakMap<object, unknown>()
  known.set(schema, values)
  if (!values.has(value)) values.set(value, frozen(validated(value, schema)))
  return values.get(value)
}

const validated = (value: unknown, schema: Schema<unknown>): unknown => {
  const result = schema['~standard'].validate(value)
  // Evaluations are synchronous, so an asynchronous schema counts as failed, and its rejection is ignored.
  if (result instanceof Promise) result.catch(() => undefined)
  return 'value' in result && !result.issues ? result.value : undefined
}

/** Checks the value of an answer. */
export const checkedDetails = (details: Details, check: AnyCheck | undefined): Details | undefined => {
  const value = checked(details.value, check)
  if (value === details.value) return details
  return value === undefined ? undefined : { ...details, value: value as FlagValue }
}
