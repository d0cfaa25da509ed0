import type { Request } from '../response/answer.ts'

/** The revision in a parameter of the query; undefined if it has none. */
export const revisionIn = ({ query }: Pick<Request, 'query'>, name: string): number | undefined => {
  const text = new URLSearchParams(query).get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
