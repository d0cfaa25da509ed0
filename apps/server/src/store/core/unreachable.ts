/** Codes of the system, and of PostgreSQL while it starts, stops or has no connection left. */
const codes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]

/** What the driver says without a code. */
const words = /Connection terminated|timeout exceeded when trying to connect|Query read timeout/

/** Whether a statement failed because the database cannot be reached now: nothing is wrong with the statement. */
export const isUnreachable = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return codes.includes(code) || words.test(message)
}
