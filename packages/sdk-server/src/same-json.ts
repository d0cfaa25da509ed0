/** Whether two values that came out of JSON are the same. */
export const sameJson = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const names = Object.keys(one)
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false
  return names.every(
    (name) => Object.hasOwn(other, name) && sameJson(one[name as keyof object], other[name as keyof object]),
  )
}
