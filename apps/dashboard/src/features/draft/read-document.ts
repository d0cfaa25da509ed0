import type { JsonDocument } from '@bunting/engine'

/** The typed object or array. Any other text stays as it is, so that nothing typed is lost. */
export const readDocument = (text: string): JsonDocument | string => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as JsonDocument) : text
  } catch {
    return text
  }
}
