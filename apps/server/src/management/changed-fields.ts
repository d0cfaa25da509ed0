import { sameValue } from '@bunting/engine'

/** Those of the wanted fields that say something new. */
export const changedFields = <Fields extends object>(current: object, wanted: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !sameValue(value, (current as Record<string, unknown>)[name])),
  ) as Partial<Fields>
