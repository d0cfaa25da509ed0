import type { JsonDocument } from '@bunting/engine'

/** The object or array that was typed. What is none stays the text, so that nothing vanishes. */
export const readDocument = (text: string): JsonDocument | string => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as JsonDocument) : text
  } catch {
    return text
  }
}
