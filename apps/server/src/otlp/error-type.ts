/** The type of an error: the status, the driver's code, else the class. Never its message, which may repeat a value. */
export const errorType = (error: unknown): string => {
  if (typeof error === 'number') return String(error)
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string }
  if (typeof code === 'string' && code !== '') return code
  // Redis begins its messages with a code: `NOPERM this user has no permissions …`
  const [word] = /^[A-Z]{3,}(?= )/.exec(message ?? '') ?? []
  return word ?? name ?? '_OTHER'
}
