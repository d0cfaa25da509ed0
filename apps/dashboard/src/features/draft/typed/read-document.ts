import type { JsonDocument } from '@bunting/engine'

/** Parses an object or array. Any other text is kept as it is, so that no input is lost. */
export const readDocument = (text: string): JsonDocument | string => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as JsonDocument) : text
  } catch {
    return text
  }
}
