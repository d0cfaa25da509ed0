/** Error codes of the system, and of PostgreSQL while it starts, stops or has no free connection. */
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

/** Messages of the driver for errors that have no code. */
const words = /Connection terminated|timeout exceeded when trying to connect|Query read timeout/

/** Tells whether a statement failed only because the database cannot be reached now. */
export const isUnreachable = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return codes.includes(code) || words.test(message)
}
