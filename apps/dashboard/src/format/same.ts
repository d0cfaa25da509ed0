const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Tells whether two parts of a config are equal. An undefined field counts as absent; the order of fields is ignored. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (!isObject(one) || !isObject(other)) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && one.length !== other.length) return false
  return (
    Object.keys(one).every((field) => same(one[field], own(other, field))) &&
    Object.keys(other).every((field) => Object.hasOwn(one, field) || other[field] === undefined)
  )
}

/** Reads own fields only: a flag's value may have a member of any name, even `__proto__`. */
const own = (object: Record<string, unknown>, field: string): unknown =>
  Object.hasOwn(object, field) ? object[field] : undefined
