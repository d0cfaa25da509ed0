const decimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

export const isAbove = (value: unknown, least: number): boolean => {
  const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  return typeof number === 'number' && number > least && number < Number.POSITIVE_INFINITY
}

const isList = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Lists are rare, and have code of their own. */
export const hasList = (one: unknown, other?: unknown, third?: unknown): boolean =>
  isList(one) || isList(other) || isList(third)

const isScalar = (value: unknown) => ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)

const holdsForAny = (value: unknown, holds: (element: unknown) => boolean): boolean => {
  if (!isList(value)) return holds(value)
  return Array.isArray(value) && value.length <= 100 && value.every(isScalar) && value.some(holds)
}

export const is = (value: unknown, ...texts: readonly unknown[]): boolean =>
  holdsForAny(value, (element) => texts.includes(element))

export const isAnyAbove = (value: unknown, least: number): boolean =>
  holdsForAny(value, (element) => isAbove(element, least))
