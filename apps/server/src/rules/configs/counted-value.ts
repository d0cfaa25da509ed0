const maxLength = 200

/** Under which name a value is counted: one of a `json` flag by its variant's key, else by the beginning of its text. */
export const countedAs = (value: unknown, variant: string | null | undefined): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return variant ?? JSON.stringify(value).slice(0, maxLength).toWellFormed()
}
