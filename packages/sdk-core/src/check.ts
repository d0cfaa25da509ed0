import { frozen } from './frozen.ts'
import type { Details, FlagValue } from './types.ts'

type Validated<Value> = { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly unknown[] }

/** A schema of any library that follows Standard Schema: Zod, Valibot, ArkType and others. */
export type Schema<Value> = {
  readonly '~standard': {
    readonly validate: (value: unknown) => Validated<Value> | Promise<Validated<Value>>
  }
}

/** Says of what a `json` flag answers whether it is what the caller takes it for. */
export type Check<Value> = ((value: unknown) => value is Value) | Schema<Value>

/** As callers may give it: types are not there at run time. */
export type AnyCheck = ((value: unknown) => boolean) | Schema<unknown>

const known = new WeakMap<AnyCheck, WeakMap<object, unknown>>()

/**
 * The value as a check leaves it, since a schema may fill in what is missing; undefined where it does not pass, or cannot
 * be asked. Of a schema and a value it is always the same object, and worked out once.
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
  // Nobody waits for it, nor for how it fails: an answer is needed now.
  if (result instanceof Promise) result.catch(() => undefined)
  return 'value' in result && !result.issues ? result.value : undefined
}

/** The same of an answer. */
export const checkedDetails = (details: Details, check: AnyCheck | undefined): Details | undefined => {
  const value = checked(details.value, check)
  if (value === details.value) return details
  return value === undefined ? undefined : { ...details, value: value as FlagValue }
}
