import type { FlagValue } from '@bunting/engine'

/** A sentence has no room for a whole document. */
const maxDocument = 60

const cut = (text: string): string => (text.length > maxDocument ? `${text.slice(0, maxDocument)}…` : text)

/** A value as code writes it but without quotes, and an empty text visibly. */
export const sayValue = (value: FlagValue): string => {
  if (typeof value === 'object') return cut(JSON.stringify(value))
  return value === '' ? '""' : String(value)
}
