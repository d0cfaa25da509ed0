const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether two parts of a config say the same: a field that is undefined counts as absent, and order of fields as nothing. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (!isObject(one) || !isObject(other)) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && one.length !== other.length) return false
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((field) =>
    same(own(one, field), own(other, field)),
  )
}

/** A value of a flag may have a member of any name, `__proto__` too. */
const own = (object: Record<string, unknown>, field: string): unknown =>
  Object.hasOwn(object, field) ? object[field] : undefined
