import { withoutHidden } from '@bunting/contract'

const maxLength = 100

/** The program that a request came by over MCP, by the header `Bunting-Via`: a name that it claims, percent-encoded. */
export const assistantIn = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const name = [...withoutHidden(decoded(header)).trim()].slice(0, maxLength).join('')
  return name === '' ? 'unknown' : name.toWellFormed()
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
