import type { Request } from '../../response/answer.ts'

/** What comes after it is a flag's key, whatever it is. */
const prefix = '/ofrep/v1/evaluate/flags/'

export const isFlagPath = (path: string): boolean => path.length > prefix.length && path.startsWith(prefix)

/** A text that cannot be decoded is no flag's key either: as it stands it is just not found. */
export const flagKeyOf = ({ path }: Pick<Request, 'path'>): string => {
  const text = path.slice(prefix.length)
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
