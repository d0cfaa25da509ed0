/** A value as JSON writes it, on one line. */
export const valueText = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
