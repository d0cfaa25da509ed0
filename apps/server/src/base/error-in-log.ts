/** An error in the form in which it is logged. */
export type LoggedError = { type: string; message: string; code?: string | number; stack?: string; cause?: LoggedError }

const maxMessage = 1_000
const maxStack = 4_000
const maxCauses = 3
/** The most characters that are searched for secrets. It is far more than is logged, so that no secret is cut in half. */
const maxRead = 50_000

/**
 * The loggable parts of an error, and nothing else: drivers attach the failed command to theirs, with passwords, values and
 * whole bundles.
 */
export const errorInLog = (error: unknown, causes = maxCauses): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(withoutSecrets(String(error)), maxMessage) }
  const { message, stack, code, cause } = error as Error & { code?: unknown }
  return {
    type: error.constructor.name,
    message: cut(withoutSecrets(message), maxMessage),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack: cut(withoutSecrets(stack), maxStack) }),
    ...(cause instanceof Error && causes > 0 ? { cause: errorInLog(cause, causes - 1) } : {}),
  }
}

/** Removes credentials from addresses, and the arguments that Redis repeats of an unknown command. */
export const withoutSecrets = (text: string): string =>
  text
    .slice(0, maxRead)
    .replaceAll(/:\/\/[^\s"'<>]{0,1000}@/g, '://…@')
    .replaceAll(/(with args beginning with: ?)[^\n]*/g, '$1…')

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)
