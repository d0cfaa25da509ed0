const maxLength = 200

/** The name under which a value is counted: of a JSON value, its variant's key, else the beginning of its text. */
export const countedAs = (value: unknown, variant: string | null | undefined): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return variant ?? JSON.stringify(value).slice(0, maxLength).toWellFormed()
}
