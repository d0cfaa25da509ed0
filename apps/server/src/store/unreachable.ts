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

/** Whether a statement failed because the database cannot be reached now: nothing is wrong with the statement. */
export const isUnreachable = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return codes.includes(code) || /Connection terminated|timeout exceeded when trying to connect/.test(message)
}
