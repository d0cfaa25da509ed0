/** The kind of failure. A refused key needs another key; everything else is retried. */
export type FailureCode = 'KEY_REFUSED' | 'UNREACHABLE' | 'BAD_ANSWER' | 'CACHE' | 'TELEMETRY' | 'LISTENER'

/** The error of an `error` event. */
export class FlagsError extends Error {
  override readonly name = 'FlagsError'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The error for a response whose status is not 2xx. */
export const refusal = (what: string, { status }: Response): FlagsError => {
  const refused = status === 401 || status === 403
  const why = refused ? 'the key is unknown, revoked, or not for this' : 'it is asked again'
  return new FlagsError(refused ? 'KEY_REFUSED' : 'UNREACHABLE', `${what} answered ${status}: ${why}.`)
}

export const asFlagsError = (code: FailureCode, message: string, thrown: unknown): FlagsError =>
  thrown instanceof FlagsError ? thrown : new FlagsError(code, `${message}: ${textOf(thrown)}`, thrown)

const textOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown)
  // Node's fetch says only "fetch failed" and keeps the reason inside.
  return thrown.cause instanceof Error ? `${thrown.message} (${thrown.cause.message})` : thrown.message
}
