import type { Request } from '../../response/answer.ts'

/** The rest of the path is a flag's key, whatever characters it has. */
const prefix = '/ofrep/v1/evaluate/flags/'

export const isFlagPath = (path: string): boolean => path.length > prefix.length && path.startsWith(prefix)

/** The flag key in a path. A text that cannot be decoded is returned as it is: no flag has such a key. */
export const flagKeyOf = ({ path }: Pick<Request, 'path'>): string => {
  const text = path.slice(prefix.length)
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
