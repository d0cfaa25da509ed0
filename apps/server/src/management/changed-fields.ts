import { sameValue } from '@bunting/engine'

/** The wanted fields whose values differ from the current ones. An undefined one, such as a list that was sent as null, is not wanted. */
export const changedFields = <Fields extends object>(current: object, wanted: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !sameValue(value, (current as Record<string, unknown>)[name]),
    ),
  ) as Partial<Fields>
