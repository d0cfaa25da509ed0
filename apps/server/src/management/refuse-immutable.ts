import { fail } from '@bunting/contract'

/** As a check of a body: what it says of fields that never change. */
export const refuseImmutable = (body: unknown, fields: readonly string[]): [] => {
  const named = fields.filter((field) => Object.hasOwn(Object(body), field))
  return named.length === 0 ? [] : fail('IMMUTABLE_FIELD', `${named.join(' and ')} never changes.`)
}
