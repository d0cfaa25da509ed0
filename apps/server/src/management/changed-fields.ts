import { sameValue } from '@bunting/engine'

/** The wanted fields whose values differ from the current ones. */
export const changedFields = <Fields extends object>(current: object, wanted: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !sameValue(value, (current as Record<string, unknown>)[name])),
  ) as Partial<Fields>
