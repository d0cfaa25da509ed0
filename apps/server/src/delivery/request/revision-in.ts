import type { Request } from '../response/answer.ts'

/** A revision that the query names. */
export const revisionIn = ({ query }: Pick<Request, 'query'>, name: string): number | undefined => {
  const text = new URLSearchParams(query).get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
