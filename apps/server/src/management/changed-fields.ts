import { sameValue } from '@bunting/engine'

/** Returns the wanted fields that differ from the current ones. Undefined fields, such as a list sent as null, are ignored. */
export const changedFields = <Fields extends object>(current: object, wanted: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !sameValue(value, (current as Record<string, unknown>)[name]),
    ),
  ) as Partial<Fields>
