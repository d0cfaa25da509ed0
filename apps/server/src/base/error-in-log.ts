/** An error as the log has it. */
export type LoggedError = { type: string; message: string; code?: string | number; stack?: string; cause?: LoggedError }

const maxMessage = 1_000
const maxStack = 4_000
const maxCauses = 3
/** Far beyond what is kept, so that nothing is cut before it is seen to be a secret. */
const maxRead = 50_000

/**
 * What an error says, and nothing else that it carries: drivers hang the failed command onto theirs, with passwords,
 * values and whole bundles in it.
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

/** Removes the credentials of addresses, and the arguments that Redis repeats of an unknown command. */
export const withoutSecrets = (text: string): string =>
  text
    .slice(0, maxRead)
    .replaceAll(/:\/\/[^\s"'<>]{0,1000}@/g, '://…@')
    .replaceAll(/(with args beginning with: ?)[^\n]*/g, '$1…')

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)
