import type { FlagValue } from '@bunting/engine'

/** The most characters of a document: a sentence has no room for all of it. */
const maxDocument = 60

const cut = (text: string): string => (text.length > maxDocument ? `${text.slice(0, maxDocument)}…` : text)

/** A value as in code but without quotes; an empty text is shown as `""`. */
export const sayValue = (value: FlagValue): string => {
  if (typeof value === 'object') return cut(JSON.stringify(value))
  return value === '' ? '""' : String(value)
}
