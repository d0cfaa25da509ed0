import { fail } from '@bunting/contract'

/** A check for request bodies: fails if they name fields that never change. */
export const refuseImmutable = (body: unknown, fields: readonly string[]): [] => {
  const named = fields.filter((field) => Object.hasOwn(Object(body), field))
  return named.length === 0 ? [] : fail('IMMUTABLE_FIELD', `${named.join(' and ')} never changes.`)
}
