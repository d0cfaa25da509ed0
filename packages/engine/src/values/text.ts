/**
 * The text by which an attribute or a condition's value is compared; undefined for anything that has none. Inherited names
 * (`constructor`, `__proto__`) hold functions and objects, so they have none either: this makes it safe to read attributes
 * as plain properties.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** Compares texts directly, since most attributes need no conversion. */
export const hasText = (actual: unknown, expected: string): boolean =>
  typeof actual === 'string' ? actual === expected : textOf(actual) === expected
