import { count } from '../../format/number.ts'

type Answer = { statusCode: number | null; error?: string | null | undefined; durationMs: number }

/** The answer, as `204 in 31 ms`, or why there was none. */
export const sayAnswer = ({ statusCode, error, durationMs }: Answer): string => {
  if (statusCode !== null) return `${statusCode} in ${count(durationMs)} ms`
  return error ?? 'No answer'
}
