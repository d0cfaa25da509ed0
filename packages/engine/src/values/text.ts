/**
 * The text an attribute or a condition's value compares by; undefined for everything that has none.
 * Names that objects inherit (`constructor`, `__proto__`) hold functions and objects, so they have none either:
 * that is what makes reading attributes as plain properties safe.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** Most attributes are texts, and need no conversion. */
export const hasText = (actual: unknown, expected: string): boolean =>
  typeof actual === 'string' ? actual === expected : textOf(actual) === expected
